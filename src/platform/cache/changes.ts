import { type Db, notifyProcesses } from '../db/database.ts';
import { NOTIFICATION_BYTES, type Subscriber } from '../db/notifications.ts';
import type { CachePolicy, TagCache } from './tag-cache.ts';

const KIND = 'tags';
/** Maximum bytes of tags in one notification, which also contains a key. */
const TOGETHER = NOTIFICATION_BYTES - 100;

/**
 * Invalidates these cache tags on every server once the transaction is committed, so no server drops a page before the
 * new state can be read. This process drops them right after the commit.
 */
export async function invalidateCacheTags(
  ctx: { readonly db: Db; readonly cachePolicy?: CachePolicy },
  ...tags: string[]
): Promise<void> {
  if (tags.length === 0) return;
  for (const tag of tags) ctx.cachePolicy?.changed.add(tag);
  const position = await notifyProcesses(ctx.db, ...payloadsOf(tags).map((payload) => ({ kind: KIND, payload })));
  if (ctx.cachePolicy && position !== null) ctx.cachePolicy.position = position;
}

/** Joins the tags, in several payloads if they are too long for one. */
function payloadsOf(tags: readonly string[]): string[] {
  const groups: string[][] = [[]];
  let bytes = 0;
  for (const tag of tags) {
    const more = Buffer.byteLength(tag) + 1;
    bytes += more;
    if (bytes > TOGETHER) {
      groups.push([]);
      bytes = more;
    }
    groups.at(-1)!.push(tag);
  }
  return groups.map((group) => group.join(' '));
}

/**
 * Drops what this and other processes invalidate. Caching is off while the connection is down, because an invalidation
 * could be missed.
 */
export function changesFor(cache: TagCache): Subscriber {
  const drop = (payload: string) => cache.drop(payload.split(' '));
  return {
    kind: KIND,
    concernsReads: true,
    receiveOwn: drop,
    receive: (payload, isOwn) => {
      if (!isOwn) drop(payload);
    },
    setListening: (listening) => cache.setListening(listening),
  };
}
