/** After this many milliseconds the browser counts as idle enough: some never say so while anything moves on the page. */
const LATEST = 1000;

/** Calls back when the page is loaded and the browser is idle, a second after loading at the latest. */
export function whenIdle(callback: () => void): void {
  // WebKit has no idle callbacks.
  const idle = () => window.requestIdleCallback?.(callback, { timeout: LATEST }) ?? setTimeout(callback, 200);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/** Calls back once the next frame is painted, or soon where no frames are painted: in a tab in the background. */
export function afterPaint(callback: () => void): void {
  if (document.hidden) setTimeout(callback);
  else requestAnimationFrame(() => setTimeout(callback));
}
