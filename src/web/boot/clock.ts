import { readPageData } from '../page/page-data.ts';
import { importScript } from './plain-script.ts';
import { showTimes } from './times.ts';

/** Exports of `web/api/server-clock.ts`. */
interface ClockScript {
  measureServerClock: () => Promise<void>;
}

/**
 * Corrects the countdowns of a page if this device’s clock is wrong, also for readers for whom React doesn’t start. The
 * script that asks the server for its time is only loaded on pages that count down.
 */
export async function correctCountdowns(): Promise<void> {
  const files = document.querySelector('[data-kind=left]') && readPageData()?.clock;
  if (!files) return;
  await (await importScript<ClockScript>(files))?.measureServerClock();
  showTimes(document);
}
