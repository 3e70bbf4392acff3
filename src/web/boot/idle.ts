/** Timeout in ms. Some browsers never report being idle while something on the page is moving. */
const LATEST = 1000;

/** Calls back when the page is loaded and the browser is idle, at most a second after loading. */
export function whenIdle(callback: () => void): void {
  // WebKit has no idle callbacks.
  const idle = () => window.requestIdleCallback?.(callback, { timeout: LATEST }) ?? setTimeout(callback, 200);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/** Calls back once the next frame is painted. In a background tab, where none is painted, calls back soon. */
export function afterPaint(callback: () => void): void {
  if (document.hidden) setTimeout(callback);
  else requestAnimationFrame(() => setTimeout(callback));
}
