import { policy } from '../trusted-types.ts';
import { whenIdle } from './idle.ts';

/** Registers the service worker, which keeps pages for offline reading. Waits until the browser is idle. */
export function prepareOffline(): void {
  // If registration is refused, as in some private windows, only offline reading is missing.
  whenIdle(() => {
    const { serviceWorker: worker } = navigator;
    worker?.register(policy.createScriptURL('/sw.js')).catch(() => {});
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceEntry & { deliveryType?: string })[];
    // The worker ignores requests for prefetched pages.
    if (navigation?.deliveryType === 'navigational-prefetch') worker?.controller?.postMessage(location.href);
  });
}
