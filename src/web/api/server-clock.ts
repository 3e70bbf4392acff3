import type { SERVER_CLOCK } from '../boot/server-time.ts';

// This module imports only types, so that it is a small file of its own, for pages without React (`web/boot/clock.ts`).
// A module that it shared with other scripts would become part of that file, and they would load it.
const KEY: typeof SERVER_CLOCK = 'serverClock';
const SECOND = 1000;
/** How long a measurement is used. */
const KEPT = 3600 * SECOND;
/** On a slow connection, the answer would be too imprecise anyway. */
const PATIENCE = 3 * SECOND;
/** The server sends the time in whole seconds, so smaller differences mean nothing. */
const NOTICED = 3 * SECOND;

function isMeasured(): boolean {
  const [, at = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  const age = Date.now() - Number.parseInt(at, 10);
  return age >= 0 && age < KEPT;
}

async function measure(): Promise<void> {
  try {
    if (isMeasured()) return;
    const sent = Date.now();
    const { headers } = await fetch('/api/health', {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const received = Date.now();
    const said = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(said)) return;
    const ahead = Math.round(said + SECOND / 2 - (sent + received) / 2);
    const isOff = Math.abs(ahead) > NOTICED + (received - sent) / 2;
    sessionStorage.setItem(KEY, `${isOff ? ahead : 0} ${received}`);
  } catch {
    // Without network or storage, the device’s clock is used.
  }
}

let measuring: Promise<void> | null = null;

/**
 * Compares this device’s clock with the server’s, at most once an hour in each tab. Countdowns to a deadline await it,
 * because the server decides whether the deadline has passed.
 */
export function measureServerClock(): Promise<void> {
  measuring ??= measure().finally(() => {
    measuring = null;
  });
  return measuring;
}
