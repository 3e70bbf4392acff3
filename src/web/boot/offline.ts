import { policy } from '../trusted-types.ts';
import { whenIdle } from './idle.ts';

/** Lets what is read be read again without a connection; never in the way of reading it now. */
export function prepareOffline(): void {
  // Where it is refused, as in some private windows, everything but that works.
  whenIdle(() => {
    const { serviceWorker: worker } = navigator;
    worker?.register(policy.createScriptURL('/sw.js')).catch(() => {});
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceEntry & { deliveryType?: string })[];
    // The worker lets pages pass that are fetched ahead.
    if (navigation?.deliveryType === 'navigational-prefetch') worker?.controller?.postMessage(location.href);
  });
}
