import { sql } from 'kysely';
import pg from 'pg';
import { SECOND } from '#core/time.ts';
import type { ConnectionSettings, Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { TagCache } from './tag-cache.ts';

const CHANNEL = 'skein_tags';
const RETRY_MS = [100, 500, 2000, 5000];
const TIMES = {
  /** Between two questions whether the connection still lives; a network that went away does not say so itself. */
  ask: 15 * SECOND,
  /** The answer, like that to connecting, has come by then. */
  answer: 5 * SECOND,
};

/**
 * Tells every server that these things changed. Sent when the transaction commits, so that no server drops a page
 * before the new state can be read.
 */
export async function touch(ctx: { readonly db: Db }, ...tags: string[]): Promise<void> {
  if (tags.length > 0) await sql`select pg_notify(${CHANNEL}, ${tags.join(' ')})`.execute(ctx.db);
}

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Drops from the cache what others say has changed. While the connection is lost the cache keeps nothing, since a change
 * could be missed; it is opened again with growing pauses.
 */
export async function listenForChanges(
  settings: ConnectionSettings,
  cache: TagCache,
  log: Log,
  times = TIMES,
): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;

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
      cache.setListening(false);
      log.warn({ err: error }, 'The connection that hears of changes was lost; pages are not cached until it is back');
      fresh.end().catch(() => {});
      timer = setTimeout(() => void connect(attempt + 1), RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ payload }) => cache.drop((payload ?? '').split(' ')));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      // Stopped while it was connecting.
      if (stopped) return await fresh.end();
      client = fresh;
      attempt = 0;
      cache.setListening(true);
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
