import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '#core/time.ts';
import type { Log } from '../../log/log.ts';
import { type ConnectionSettings, type Database, openDatabase, POOL_SIZE } from '../database.ts';
import type { Notifications } from '../notifications.ts';
import { askRow, RUN } from './identity.ts';
import { type Refusal, ReplicaWatch, type WATCH_TIMES } from './replica-watch.ts';

/** Shorter than on the primary, because a read that fails is made again there, within the same deadline. In ms. */
const WAIT_MS = SECOND;
const STATEMENT_TIMEOUT_MS = 1.5 * SECOND;
/** How long a read waits for the newest change, in ms. A replica without load has it within a few. */
const CATCH_UP_MS = 20;
const LOOK_MS = 3;

/** Why a read used the primary although there is a replica. */
export const FALLBACKS = [
  'unreachable',
  'wrong',
  'unproven',
  'late',
  /** Where in the log a change of this process is isn’t known yet. */
  'unheard',
  /** It doesn’t have a change that this process has heard of. */
  'behind',
  /** It didn’t answer a statement. */
  'failed',
  /** It didn’t find what was asked for. */
  'missing',
] as const satisfies readonly (Refusal | string)[];
export type Fallback = (typeof FALLBACKS)[number];

/** A standby of the database that answers public reads, as long as it has all that this process has heard of. */
export class Replica {
  readonly db: Database['db'];
  readonly watch: ReplicaWatch;
  readonly counts = {
    reads: 0,
    fallbacks: Object.fromEntries(FALLBACKS.map((why) => [why, 0])) as Record<Fallback, number>,
  };
  readonly #database: Database;
  readonly #notifications: Notifications;
  #isWorthWaiting = true;

  constructor(parts: {
    settings: ConnectionSettings;
    primary: pg.Pool;
    notifications: Notifications;
    log: Log;
    times?: Partial<typeof WATCH_TIMES>;
  }) {
    const { settings, log, notifications } = parts;
    this.#notifications = notifications;
    this.watch = new ReplicaWatch(parts);
    this.#database = openDatabase(settings, (err) => log.debug({ err }, 'A connection to the replica was lost'), {
      max: POOL_SIZE,
      wait: WAIT_MS,
      statementTimeout: STATEMENT_TIMEOUT_MS,
      isReadOnly: true,
      verify: (client) => this.#verify(client),
    });
    this.db = this.#database.db;
    this.watch.start();
  }

  /**
   * Returns null if reads that begin now may use the replica: it has everything that this process has heard of. Otherwise
   * why not. Waits a moment for the newest change, unless the last wait was in vain.
   */
  async whyNot(): Promise<Fallback | null> {
    const end = performance.now() + CATCH_UP_MS;
    for (;;) {
      const why = await this.#whyNotNow();
      if (why === null) this.#isWorthWaiting = true;
      if ((why !== 'behind' && why !== 'unheard') || !this.#isWorthWaiting) return why;
      if (performance.now() >= end) {
        this.#isWorthWaiting = false;
        return why;
      }
      await delay(LOOK_MS);
    }
  }

  async #whyNotNow(): Promise<Fallback | null> {
    const { watch } = this;
    if (watch.refusal !== null) return watch.refusal;
    const { position } = this.#notifications;
    if (position === null) return 'unheard';
    if (watch.replayed >= position) return null;
    await watch.ask();
    return watch.refusal ?? (watch.replayed >= position ? null : 'behind');
  }

  async stop(): Promise<void> {
    await this.watch.stop();
    await this.#database.close();
  }

  /** Refuses a connection to another server than the watched one: its position says nothing about others. */
  async #verify(client: pg.ClientBase): Promise<void> {
    const { run } = await askRow<{ run: string }>(client, RUN);
    if (run !== this.watch.run) throw new Error('This is another server than the replica that is watched');
  }
}
