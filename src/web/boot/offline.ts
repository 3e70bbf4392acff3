import { policy } from '../trusted-types.ts';
import { whenIdle } from './idle.ts';

/** Lets what is read be read again without a connection; never in the way of reading it now. */
export function prepareOffline(): void {
  // Where it is refused, as in some private windows, everything but that works.
  whenIdle(() => void navigator.serviceWorker?.register(policy.createScriptURL('/sw.js')).catch(() => {}));
}
