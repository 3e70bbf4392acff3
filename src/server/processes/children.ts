import cluster, { type Worker as Child } from 'node:cluster';
import { SECOND } from '#core/time.ts';
import type { Log } from '#platform/log/log.ts';
import { openChannel } from '#platform/processes/channel.ts';
import type { ChildCalls, ParentCalls, WebStart } from '#platform/processes/protocol.ts';
import { ShareOut } from '#platform/processes/share-out.ts';

const PING_MS = SECOND / 2;
/** A process that hasn’t answered for this long hangs. It is killed, and its connections with it. */
const HANGING_MS = 10 * SECOND;
/** Pauses before a process that died soon after its start is replaced. */
const PAUSES_MS = [0, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND];
/** A process that lived for this long died for another reason than the one before. */
const STABLE_MS = 30 * SECOND;
/** A process that isn’t ready after this long hangs. */
const START_MS = 60 * SECOND;
/** When the whole site stops, a process that hasn’t ended after this long is killed. */
const STOP_MS = 8.5 * SECOND;
/** If more than this many in a row end before one is ready, the site stops, so that its service manager restarts it. */
const MOST_FAILURES = 5;

interface Running {
  readonly child: Child;
  readonly stop: () => void;
  readonly ping: () => void;
  heard: number;
  isReady: boolean;
  isLeaving: boolean;
}

/** A web process ended while the site was starting. It has printed why. */
export class WebProcessFailure extends Error {}

/**
 * Keeps a number of web processes running, which share the port. One that ends is replaced. `node:cluster` hands a
 * connection only to a process that has taken the one before, so one that hangs gets no more than one.
 */
export class Children {
  readonly #start: WebStart;
  readonly #log: Log;
  readonly #shares: ShareOut;
  readonly #running = new Map<number, Running>();
  #isStarted = false;
  #isStopping = false;
  #failures = 0;
  #timer: NodeJS.Timeout;

  /** `program` is the file that the processes run. */
  constructor(program: string, start: WebStart, log: Log) {
    this.#start = start;
    this.#log = log;
    this.#shares = new ShareOut(start.processes);
    // With buffers, which JSON can’t hold.
    cluster.setupPrimary({ exec: program, args: [], serialization: 'advanced' });
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      // The whole machine was paused, such as by suspending it.
      const stoodStill = now - last > HANGING_MS / 2;
      last = now;
      for (const running of this.#running.values()) {
        if (stoodStill) running.heard = now;
        this.#check(running, now);
      }
    }, PING_MS);
  }

  /** Starts all. Resolves with the URL once they are ready, and rejects if one ends before. */
  async start(): Promise<string> {
    // The first one alone, so that a port in use is reported once.
    const url = await this.#begin();
    await Promise.all(Array.from({ length: this.#start.processes - 1 }, () => this.#begin()));
    this.#isStarted = true;
    for (let count = this.#running.size; count < this.#start.processes; count += 1) this.#replace(0);
    return url;
  }

  /** Tells all that this process has found the database without room. */
  tellOutOfRoom(): void {
    this.#shares.tellOutOfRoom(null);
  }

  /** Lets all finish their requests, and resolves once they have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await Promise.all(
      [...this.#running.values()].map(({ child, stop }) => {
        const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
        stop();
        setTimeout(() => child.process.kill('SIGKILL'), STOP_MS).unref();
        return child.isDead() ? undefined : ended;
      }),
    );
  }

  /** Resolves with the URL of the process once it is ready. */
  #begin(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const child = cluster.fork();
    const calls: ParentCalls = {
      ...this.#shares.callsOf(child.id),
      start: () => this.#start,
      ready: (url) => {
        running.isReady = true;
        running.heard = performance.now();
        resolve(url);
      },
      leaving: () => {
        running.isLeaving = true;
        if (!this.#isStopping) this.#replace(0);
      },
      pong: () => {
        running.heard = performance.now();
      },
    };
    const channel = openChannel<ChildCalls, ParentCalls>(child as never, calls);
    const running: Running = {
      child,
      stop: () => channel.tell('stop'),
      ping: () => channel.tell('ping'),
      heard: performance.now(),
      isReady: false,
      isLeaving: false,
    };
    const begun = performance.now();
    this.#running.set(child.id, running);
    this.#shares.add(child.id, channel);
    const gone = (how: object) => {
      if (!this.#running.delete(child.id)) return;
      this.#shares.remove(child.id);
      reject(new WebProcessFailure());
      if (!this.#isStarted || this.#isStopping || running.isLeaving) return;
      this.#log.error(how, 'A web process ended unexpectedly, and is replaced');
      this.#failures = performance.now() - begun > STABLE_MS ? 0 : this.#failures + 1;
      if (this.#failures > MOST_FAILURES && ![...this.#running.values()].some(({ isReady }) => isReady)) this.#giveUp();
      else this.#replace(PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length) - 1] ?? 0);
    };
    child.on('error', (err) => {
      // A process that couldn’t be started doesn’t emit `exit`.
      if (child.process.pid === undefined) gone({ err });
      else this.#log.warn({ err }, 'The pipe to a web process is broken');
    });
    child.once('exit', (code, signal) => gone({ code, signal }));
    return promise;
  }

  #replace(pause: number): void {
    setTimeout(() => {
      if (!this.#isStopping) this.#begin().catch(() => {});
    }, pause);
  }

  /** Stops the site, because no process serves it. Only root may be able to open its port again, for example. */
  #giveUp(): void {
    this.#log.error('No web process can be started anymore; stopping');
    process.kill(process.pid, 'SIGTERM');
  }

  #check({ child, isReady, heard, ping }: Running, now: number): void {
    if (now - heard > (isReady ? HANGING_MS : START_MS)) {
      this.#log.error({ pid: child.process.pid }, 'A web process hangs, and is killed');
      child.process.kill('SIGKILL');
    } else if (isReady) ping();
  }
}
