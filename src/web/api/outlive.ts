/**
 * Maximum total size of the keepalive request bodies in flight, in bytes. Browsers allow 64 KB per page and reject the
 * request that would exceed it. The remainder is reserved for session renewal and for counting visits.
 */
export const OUTLIVING_MAX = 60 * 1024;
/**
 * Higher limit for session renewal, so that other requests can’t use up its share. Losing the new token after the
 * exchange would log the member out.
 */
export const OUTLIVING_MAX_RENEWAL = OUTLIVING_MAX + 1024;

let underWay = 0;

/**
 * Calls `send` with true if the body fits the limit for keepalive requests, which complete even if the user leaves the
 * page. `send` must resolve only after the response was read, because the browser counts the body until then.
 */
export async function outlivePage<T>(
  body: string,
  send: (keepalive: boolean) => Promise<T>,
  max = OUTLIVING_MAX,
): Promise<T> {
  // Each UTF-16 unit takes at least one byte.
  const size = body.length > max ? Infinity : new TextEncoder().encode(body).length;
  if (underWay + size > max) return send(false);
  underWay += size;
  try {
    return await send(true);
  } finally {
    underWay -= size;
  }
}
