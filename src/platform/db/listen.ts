import pg from 'pg';
import { SECOND } from '#core/time.ts';
import type { Log } from '../log/log.ts';
import type { ConnectionSettings } from './database.ts';

const RETRY_MS = [100, 500, 2000, 5000];
const TIMES = {
  /** Between two questions whether the connection still lives; a network that went away does not say so itself. */
  ask: 15 * SECOND,
  /** The answer, like that to connecting, has come by then. */
  answer: 5 * SECOND,
};

/** One who hears what other processes say on a channel. */
export interface Subscriber {
  readonly channel: string;
  hear: (payload: string) => void;
  /** False while the connection is lost and something could be missed; true when it is there again. */
  setListening: (listening: boolean) => void;
}

export interface Listener {
  stop: () => Promise<void>;
}

/**
 * Hears what is sent by NOTIFY, on one connection for all subscribers; when it is lost it is opened again with growing
 * pauses.
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
      log.warn({ err: error }, 'The connection that hears of changes was lost; pages are not cached until it is back');
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
      // Stopped while it was connecting.
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
