/**
 * Bytes of the bodies that may be on their way together. Browsers take 64 KB from one page and refuse the call that
 * would pass that. What is left is for the session's renewal and for counting visits.
 */
export const OUTLIVING_MAX = 60 * 1024;
/** The renewal is so small, and comes after the rest: a token that is exchanged and then lost would sign the member out. */
export const OUTLIVING_MAX_RENEWAL = OUTLIVING_MAX + 1024;

let underWay = 0;

/**
 * Calls `send` with true if the body may be sent so that it arrives though its page is left meanwhile. `send` resolves once
 * the answer was read: until then the browser counts the body.
 */
export async function outlivePage<T>(
  body: string,
  send: (keepalive: boolean) => Promise<T>,
  max = OUTLIVING_MAX,
): Promise<T> {
  // Each letter is one byte at least.
  const size = body.length > max ? Infinity : new TextEncoder().encode(body).length;
  if (underWay + size > max) return send(false);
  underWay += size;
  try {
    return await send(true);
  } finally {
    underWay -= size;
  }
}
