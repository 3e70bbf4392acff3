import pg from 'pg';
import { SECOND } from '#core/time.ts';
import type { Log } from '../log/log.ts';
import type { ConnectionSettings } from './database.ts';
import { readLogPosition } from './log-position.ts';
import { CHANNEL, type Notifications } from './notifications.ts';
import { NOTIFIER_TIMES, Notifier } from './notifier.ts';

const RETRY_MS = [100, 500, 2000, 5000];
const TIMES = {
  ...NOTIFIER_TIMES,
  /** Timeout for connecting and for each query. A failing network doesn’t close the connection. */
  answer: 5 * SECOND,
};
/**
 * Server settings of the connection. The outbox may contain many deleted rows that vacuum hasn’t removed yet, and only
 * its index skips them. If this machine becomes unreachable, the lock of the notifier is released after 30 s.
 */
const OPTIONS =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** The position comes after everything that the snapshot sees. */
const START = 'select pg_current_snapshot()::text as snapshot, pg_current_wal_insert_lsn()::text as position';

export interface Listener {
  stop: () => Promise<void>;
}

/**
 * Receives the notifications of all processes on one connection, which also sends them if this process is elected as
 * the notifier. If the connection is lost, reconnects with growing pauses.
 */
export async function listen(
  settings: ConnectionSettings,
  notifications: Notifications,
  log: Log,
  times: Partial<typeof TIMES> = {},
): Promise<Listener> {
  const { answer, ...notifierTimes } = { ...TIMES, ...times };
  let stopped = false;
  let client: pg.Client | null = null;
  let notifier: Notifier | null = null;
  let timer: NodeJS.Timeout | null = null;
  notifications.onCommit = () => notifier?.wake();

  const connect = async (attempt: number): Promise<void> => {
    const fresh = new pg.Client({
      ...settings,
      application_name: 'skein listen',
      options: OPTIONS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 15 * SECOND,
      connectionTimeoutMillis: answer,
      query_timeout: answer,
    });
    const freshNotifier = new Notifier(fresh, notifierTimes);
    let lost = false;
    const lose = (error?: Error) => {
      if (lost || stopped) return;
      lost = true;
      void freshNotifier.stop();
      notifications.setListening(false);
      log.warn({ err: error }, 'The connection for notifications was lost; pages are not cached until it is back');
      fresh.end().catch(() => {});
      timer = setTimeout(() => void connect(attempt + 1), RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ channel, payload = '' }) => {
      try {
        const { position, lines } = freshNotifier.receive(channel, payload);
        if (position !== null) notifications.reach(position);
        for (const line of lines) notifications.receive(line);
      } catch (error) {
        // Anyone who can connect to the database can send something else.
        lose(error as Error);
      }
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      const { rows } = await fresh.query<{ snapshot: string; position: string }>(START);
      // Stopped while connecting.
      if (stopped) return await fresh.end();
      client = fresh;
      notifier = freshNotifier;
      attempt = 0;
      notifications.heard.start(rows[0]!.snapshot);
      notifications.reach(readLogPosition(rows[0]!.position)!);
      notifications.setListening(true);
      notifier.start(lose);
    } catch (error) {
      lose(error as Error);
    }
  };
  await connect(0);
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await notifier?.stop();
      await client?.end().catch(() => {});
    },
  };
}
