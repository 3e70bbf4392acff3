/** Wakes React where it sleeps. */
export const WAKE = 'skein:wake';
export const AWAKE = 'skein:hydrated';

/** True where this page has React in it, awake or not. A page that stands in for another one works without. */
export function hasReact(): boolean {
  return document.getElementById('page-data') !== null;
}

/** Calls back once React listens, for which it is woken. */
export function whenAwake(callback: () => void): void {
  if ('ready' in document.documentElement.dataset) {
    callback();
    return;
  }
  // After the effects of what it has shown first.
  addEventListener(AWAKE, () => setTimeout(callback), { once: true });
  dispatchEvent(new Event(WAKE));
}
