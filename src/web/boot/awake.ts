/** Wakes React where it sleeps. */
export const WAKE = 'skein:wake';
export const AWAKE = 'skein:hydrated';
/** React was asked for and could not be loaded. */
export const ASLEEP = 'skein:asleep';

/** True where this page has React in it, awake or not. A page that stands in for another one works without. */
export function hasReact(): boolean {
  return document.getElementById('page-data') !== null;
}

/** Calls back once React listens, for which it is woken; or, where it cannot be loaded, the other one. */
export function whenAwake(callback: () => void, onFailure: () => void = () => {}): void {
  if ('ready' in document.documentElement.dataset) {
    callback();
    return;
  }
  const over = new AbortController();
  const once = (type: string, act: () => void) => {
    const listener = () => {
      over.abort();
      act();
    };
    addEventListener(type, listener, { signal: over.signal });
  };
  // After the effects of what it has shown first.
  once(AWAKE, () => setTimeout(callback));
  once(ASLEEP, onFailure);
  dispatchEvent(new Event(WAKE));
}
