/** Calls back when the page is there and the browser has nothing better to do. */
export function whenIdle(callback: () => void): void {
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200));
  if (document.readyState === 'complete') idle(callback);
  else addEventListener('load', () => idle(callback), { once: true });
}
