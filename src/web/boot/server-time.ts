/** In sessionStorage: how far the server’s clock is ahead of this device’s, and when that was measured, in ms. */
export const SERVER_CLOCK = 'serverClock';

/** Returns the present moment in ms. By the server’s clock, if this tab has measured it (`web/api/server-clock.ts`). */
export function serverNow(): number {
  try {
    return Date.now() + (Number.parseInt(sessionStorage.getItem(SERVER_CLOCK) ?? '', 10) || 0);
  } catch {
    return Date.now();
  }
}
