import { type Db, notifyProcesses } from '../db/database.ts';
import type { Subscriber } from '../db/listen.ts';
import type { CachePolicy, TagCache } from './tag-cache.ts';

const CHANNEL = 'skein_tags';

/**
 * Invalidates these cache tags on every server. The notification is sent when the transaction commits, so no server
 * drops a page before the new state can be read.
 */
export async function invalidateCacheTags(
  ctx: { readonly db: Db; readonly cachePolicy?: CachePolicy },
  ...tags: string[]
): Promise<void> {
  if (tags.length === 0) return;
  for (const tag of tags) ctx.cachePolicy?.changed.add(tag);
  await notifyProcesses(ctx.db, CHANNEL, tags.join(' '));
}

/**
 * Drops what other processes invalidate. Caching is off while the connection is down, because an invalidation could be
 * missed.
 */
export function changesFor(cache: TagCache): Subscriber {
  return {
    channel: CHANNEL,
    hear: (payload) => cache.drop(payload.split(' ')),
    setListening: (listening) => cache.setListening(listening),
  };
}
