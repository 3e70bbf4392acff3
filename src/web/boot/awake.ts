/** Starts React if it isn't running yet. */
export const WAKE = 'skein:wake';
export const AWAKE = 'skein:hydrated';
/** React was requested and couldn't be loaded. */
export const ASLEEP = 'skein:asleep';

/** Returns whether React can run on this page. It can't on offline and error pages, which are shown at any URL. */
export function hasReact(): boolean {
  return document.getElementById('page-data') !== null;
}

/** Starts React and calls `callback` once it listens. Calls `onFailure` instead if React can't be loaded. */
export function whenAwake(callback: () => void, onFailure: () => void = () => {}): void {
  if ('settled' in document.documentElement.dataset) {
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
  // Runs after the effects of the first render.
  once(AWAKE, () => setTimeout(callback));
  once(ASLEEP, onFailure);
  dispatchEvent(new Event(WAKE));
}
