import pg from 'pg';
import { SECOND } from '#core/time.ts';
import type { Log } from '../log/log.ts';
import type { ConnectionSettings } from './database.ts';

const RETRY_MS = [100, 500, 2000, 5000];
const TIMES = {
  /** Interval between checks of the connection. A failing network doesn’t close it. */
  ask: 15 * SECOND,
  /** Timeout for such a check, and for connecting. */
  answer: 5 * SECOND,
};

/** Receives the notifications of one channel. */
export interface Subscriber {
  readonly channel: string;
  hear: (payload: string) => void;
  /** False when the connection is lost and notifications may be missed. True when it is back. */
  setListening: (listening: boolean) => void;
}

export interface Listener {
  stop: () => Promise<void>;
}

/**
 * Receives notifications (NOTIFY) on one connection for all subscribers. If it is lost, reconnects with growing pauses.
 */
export async function listen(
  settings: ConnectionSettings,
  subscribers: readonly Subscriber[],
  log: Log,
  times = TIMES,
): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  const setListening = (listening: boolean) => {
    for (const subscriber of subscribers) subscriber.setListening(listening);
  };

  const connect = async (attempt: number): Promise<void> => {
    const fresh = new pg.Client({
      ...settings,
      application_name: 'skein listen',
      keepAlive: true,
      keepAliveInitialDelayMillis: times.ask,
      connectionTimeoutMillis: times.answer,
      query_timeout: times.answer,
    });
    let lost = false;
    let asking: NodeJS.Timeout | undefined;
    const lose = (error?: Error) => {
      clearInterval(asking);
      if (lost || stopped) return;
      lost = true;
      setListening(false);
      log.warn({ err: error }, 'The connection for notifications was lost; pages are not cached until it is back');
      fresh.end().catch(() => {});
      timer = setTimeout(() => void connect(attempt + 1), RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ channel, payload }) => {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.hear(payload ?? '');
    });
    try {
      await fresh.connect();
      for (const { channel } of subscribers) await fresh.query(`listen ${channel}`);
      // Stopped while connecting.
      if (stopped) return await fresh.end();
      client = fresh;
      attempt = 0;
      setListening(true);
      asking = setInterval(() => fresh.query('select 1').catch(lose), times.ask);
    } catch (error) {
      lose(error as Error);
    }
  };
  await connect(0);
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
