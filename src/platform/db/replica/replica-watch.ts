import pg from 'pg';
import { SECOND } from '#core/time.ts';
import type { Log } from '../../log/log.ts';
import type { ConnectionSettings } from '../database.ts';
import { endOfLastRecord } from '../log-position.ts';
import type { Notifications } from '../notifications.ts';
import { identify, mistakeOf, primaryPosition, replayedPosition, writeMark } from './identity.ts';
import { Lag } from './lag.ts';

/** In ms. */
export const WATCH_TIMES = {
  /** Between two looks. */
  look: 250,
  /** Timeout for connecting and for each question. */
  answer: SECOND,
  /** A replica that is further behind isn’t used. */
  late: SECOND,
  /** Pause before it is connected again. */
  retry: 2 * SECOND,
};

/** Why a replica isn’t used at all. */
export type Refusal = 'unreachable' | 'wrong' | 'unproven' | 'late';

/**
 * Watches a replica on a connection of its own: whether it answers, whether it is a standby of this primary, and how far
 * it is behind (decision 078).
 *
 * It counts as a standby of this primary once it has replayed a mark that the primary wrote after this process last
 * connected to it, and that the replica didn’t have before. After a failover, a server that followed the former primary can
 * be ahead of the new one without having its changes.
 */
export class ReplicaWatch {
  readonly lag = new Lag();
  readonly #settings: ConnectionSettings;
  readonly #primary: pg.Pool;
  readonly #notifications: Notifications;
  readonly #log: Log;
  readonly #times: typeof WATCH_TIMES;
  #client: pg.Client | null = null;
  #refusal: Refusal | null = 'unreachable';
  /** What was logged last. */
  #told: Refusal | null | undefined = undefined;
  #run: string | null = null;
  #replayed = 0n;
  #mark: bigint | null = null;
  #isProven = false;
  /** The connection of the notifications for which the proof counts. */
  #connection = -1;
  #asking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: {
    settings: ConnectionSettings;
    primary: pg.Pool;
    notifications: Notifications;
    log: Log;
    times?: Partial<typeof WATCH_TIMES>;
  }) {
    this.#settings = parts.settings;
    this.#primary = parts.primary;
    this.#notifications = parts.notifications;
    this.#log = parts.log;
    this.#times = { ...WATCH_TIMES, ...parts.times };
  }

  /** Why the replica can’t be used, or null if it can. */
  get refusal(): Refusal | null {
    return this.#connection === this.#notifications.connection ? this.#refusal : (this.#refusal ?? 'unproven');
  }

  /** Which start of the server is watched. Other connections must lead to the same. Null while there is none. */
  get run(): string | null {
    return this.#run;
  }

  /** What the replica has replayed at least. */
  get replayed(): bigint {
    return this.#replayed;
  }

  start(): void {
    const next = async () => {
      await this.#look();
      if (!this.#isStopped) this.#timer = setTimeout(begin, this.#client ? this.#times.look : this.#times.retry);
    };
    const begin = () => {
      this.#looking = next();
    };
    begin();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    await this.#client?.end().catch(() => {});
  }

  /** Asks the replica how far it is. All who ask at the same time share one question. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      const { replayed, isStandby } = await replayedPosition(client);
      if (client !== this.#client) return;
      this.#replayed = replayed;
      this.lag.replayed(replayed);
      if (!isStandby) this.#lose('wrong', 'It was promoted');
    } catch (error) {
      if (client === this.#client) this.#lose('unreachable', error);
    }
  }

  async #look(): Promise<void> {
    if (!this.#client) await this.#connect();
    await this.ask();
    if (!this.#client) return;
    try {
      await this.#compare();
    } catch {
      // The primary doesn’t answer. What was heard of it still says how far the replica should be.
      const heard = this.#notifications.position;
      if (heard !== null) this.lag.written(heard, performance.now());
    }
    if (!this.#client) return;
    const lag = this.lag.milliseconds(performance.now());
    const isLate = lag > (this.#refusal === 'late' ? this.#times.late / 2 : this.#times.late);
    this.#refuse(this.#isProven ? (isLate ? 'late' : null) : 'unproven', `It is ${Math.round(lag)} ms behind`);
  }

  /** Compares the replica with the primary. */
  async #compare(): Promise<void> {
    const { connection } = this.#notifications;
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.#isProven = false;
      this.#mark = null;
      this.lag.forget();
      this.lag.replayed(this.#replayed);
    }
    if (!this.#isProven && this.#mark === null) {
      const before = this.#replayed;
      const mark = endOfLastRecord(await writeMark(this.#primary));
      // A replica that was already there doesn’t follow this primary.
      if (before < mark) this.#mark = mark;
      else this.#lose('wrong', 'It is ahead of the primary');
    } else if (this.#mark !== null && this.#replayed >= this.#mark) this.#isProven = true;
    this.lag.written(await primaryPosition(this.#primary), performance.now());
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.#settings,
      application_name: 'skein watch',
      keepAlive: true,
      connectionTimeoutMillis: this.#times.answer,
      query_timeout: this.#times.answer,
    });
    client.on('error', (error) => client === this.#client && this.#lose('unreachable', error));
    client.on('end', () => client === this.#client && this.#lose('unreachable', 'It closed the connection'));
    try {
      await client.connect();
      const [replica, primary] = [await identify(client), await identify(this.#primary)];
      const mistake = mistakeOf(replica, primary);
      if (mistake === null && !this.#isStopped) {
        this.#client = client;
        this.#run = replica.run;
        // Another server, or the same one after a crash, may have less than the one before.
        this.#replayed = 0n;
        this.#connection = -1;
        return;
      }
      if (mistake !== null) this.#refuse('wrong', mistake);
    } catch (error) {
      this.#refuse('unreachable', error);
    }
    client.end().catch(() => {});
  }

  #lose(why: Refusal, cause: unknown): void {
    const client = this.#client;
    this.#client = null;
    this.#run = null;
    this.#refuse(why, cause);
    client?.end().catch(() => {});
  }

  #refuse(refusal: Refusal | null, cause: unknown): void {
    this.#refusal = refusal;
    // Only for a moment after each connection.
    if (refusal === 'unproven' || refusal === this.#told || this.#isStopped) return;
    this.#told = refusal;
    if (refusal === null) this.#log.info('Public reads use the replica');
    else this.#log.warn({ refusal, err: cause }, 'The replica isn’t used; public reads use the primary');
  }
}
