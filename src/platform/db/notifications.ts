import { randomBytes } from 'node:crypto';
import { Heard } from './heard.ts';

/** PostgreSQL channel on which the notifier tells all processes. */
export const CHANNEL = 'skein';
/** Maximum bytes of one notification. The notifier puts several into one NOTIFY, which has a limit of 8,000 bytes. */
export const NOTIFICATION_BYTES = 3900;

/** Receives the notifications of one kind in this process. */
export interface Subscriber {
  readonly kind: string;
  /** True if public reads show what it tells, so they can’t use a replica that doesn’t have it. */
  readonly concernsReads?: boolean;
  /** Receives what this process has changed, right after the commit. */
  receiveOwn: (payload: string) => void;
  /**
   * Receives what any process has changed, in the same order as all other processes. `isOwn` is true if `receiveOwn` has
   * received it before.
   */
  receive: (payload: string, isOwn: boolean) => void;
  /** False when the connection is lost and notifications may be missed. True when it is back. */
  setListening: (listening: boolean) => void;
}

/** What a change tells all processes. */
export interface Notification {
  readonly kind: string;
  readonly payload: string;
}

/** A notification with its key, by which a process recognizes its own. */
interface KeyedNotification extends Notification {
  readonly key: string;
}

/** The notifications of one transaction. Call `committed` or `failed` at its end. */
export interface NotificationBatch {
  /** What to store in the outbox: `KEY KIND PAYLOAD`. */
  readonly lines: readonly string[];
  add: (notifications: readonly Notification[]) => void;
  /** `position` is null if there was nothing to store. */
  committed: (position: bigint | null) => void;
  failed: () => void;
}

/**
 * What the notifier sends between the notifications: the id of the transaction that told those before it, or, after `<`,
 * an id: everything that smaller transactions told was sent.
 */
const POSITION = /^(<?)(\d{1,20})$/;

/** Passes notifications to the subscribers of one process: its own after the commit, and those of all processes. */
export class Notifications {
  /** What this process has heard of. */
  readonly heard = new Heard();
  readonly #subscribers = new Set<Subscriber>();
  readonly #prefix = randomBytes(6).toString('base64url');
  #count = 0;
  /** Keys of open transactions. */
  readonly #open = new Set<string>();
  /** Keys that the subscribers have received after the commit, and that haven’t come back from the notifier. */
  readonly #delivered = new Set<string>();
  /** Those of them that concern reads: where in the log their changes are isn’t known before they come back. */
  readonly #unplaced = new Set<string>();
  #position = 0n;
  #connections = 0;
  #isListening = false;
  /** Called after each commit that has notified others. */
  onCommit: () => void = () => {};

  /** Returns a function that removes the subscriber. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /**
   * Where in the write-ahead log everything comes before that public reads show and this process has heard of. Null if that
   * isn’t known at the moment.
   */
  get position(): bigint | null {
    return this.#isListening && this.#unplaced.size === 0 ? this.#position : null;
  }

  /** Changes whenever the process has connected again, maybe to another server. */
  get connection(): number {
    return this.#connections;
  }

  /** Call before what comes before this position in the log is received. */
  reach(position: bigint): void {
    if (position > this.#position) this.#position = position;
  }

  /** Call before a transaction. */
  begin(): NotificationBatch {
    const lines: string[] = [];
    const added: KeyedNotification[] = [];
    return {
      lines,
      add: (notifications) => {
        for (const { kind, payload } of notifications) {
          this.#count += 1;
          const key = `${this.#prefix}${this.#count.toString(36)}`;
          lines.push(lineOf(`${key} ${kind} ${payload}`));
          added.push({ key, kind, payload });
          this.#open.add(key);
        }
      },
      committed: (position) => {
        for (const notification of added) this.#deliver(notification);
        if (position !== null) this.heard.add(position);
        if (added.length > 0) this.onCommit();
      },
      failed: () => {
        for (const { key } of added) this.#open.delete(key);
      },
    };
  }

  #deliver({ key, kind, payload }: KeyedNotification): void {
    // If the key is gone, the notifier was faster than the response to the commit.
    if (!this.#open.delete(key)) return;
    if (this.#isListening) {
      this.#delivered.add(key);
      if (this.#concernsReads(kind)) this.#unplaced.add(key);
    }
    this.#tell(kind, (subscriber) => subscriber.receiveOwn(payload));
  }

  /** Receives one line from the notifier. */
  receive(line: string): void {
    const [, isAll, position] = POSITION.exec(line) ?? [];
    if (position !== undefined) {
      if (isAll) this.heard.pass(BigInt(position));
      else this.heard.add(BigInt(position));
      return;
    }
    const [, key, kind, payload] = /^(\S+) (\S+) (.*)$/s.exec(line) ?? [];
    if (key === undefined || kind === undefined || payload === undefined) return;
    // If the connection breaks during a commit, its outcome is unknown, and this is the only news of it.
    this.#open.delete(key);
    const isOwn = this.#delivered.delete(key);
    this.#unplaced.delete(key);
    this.#tell(kind, (subscriber) => subscriber.receive(payload, isOwn));
  }

  /** Call when the connection is lost, and when it is back. */
  setListening(listening: boolean): void {
    this.#isListening = listening;
    if (listening) this.#connections += 1;
    else {
      this.heard.lose();
      // After a failover, the log of another server may be shorter.
      this.#position = 0n;
    }
    // Whatever was sent in the meantime won’t come back.
    this.#delivered.clear();
    this.#unplaced.clear();
    for (const subscriber of this.#subscribers) subscriber.setListening(listening);
  }

  #concernsReads(kind: string): boolean {
    for (const subscriber of this.#subscribers) if (subscriber.kind === kind && subscriber.concernsReads) return true;
    return false;
  }

  #tell(kind: string, tell: (subscriber: Subscriber) => void): void {
    for (const subscriber of this.#subscribers) if (subscriber.kind === kind) tell(subscriber);
  }
}

/** Throws if the text is too long or has several lines. Callers split what can be longer. */
function lineOf(text: string): string {
  if (text.includes('\n') || Buffer.byteLength(text) > NOTIFICATION_BYTES)
    throw new Error(`A notification must be a single line of at most ${NOTIFICATION_BYTES} bytes.`);
  return text;
}

const byDatabase = new WeakMap<object, Notifications>();

/** Returns the notifications of the process that uses this connection pool. */
export function notificationsOf(db: object): Notifications {
  let notifications = byDatabase.get(db);
  if (!notifications) {
    notifications = new Notifications();
    byDatabase.set(db, notifications);
  }
  return notifications;
}
