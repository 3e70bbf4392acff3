import { afterScroll, type BarState } from './bar-state.ts';
import { describeProgress, shareRead } from './progress.ts';

/**
 * Shows the bar over the text after the reader has scrolled up, and hides it at the next scroll down. It never covers the
 * focused element or a selection.
 */
export function bindBar(bar: HTMLElement): void {
  let state: BarState = { isOver: false, at: scrollY, upFrom: null };
  const soFar = document.createElement('span');
  soFar.dataset.soFar = '';
  bar.querySelector('a')?.after(soFar);
  const show = () => {
    const isOver = state.isOver && !coversAny(bar);
    if (isOver) soFar.textContent = progress(bar.dataset.left!);
    bar.toggleAttribute('data-over', isOver);
  };
  addEventListener(
    'scroll',
    () => {
      state = afterScroll(state, Math.max(0, scrollY), bar.offsetHeight);
      show();
    },
    { passive: true },
  );
  for (const type of ['focusin', 'selectionchange']) document.addEventListener(type, show);
}

/** Whether the bar at the top of the window would cover the focused element or a part of the selection. */
function coversAny(bar: HTMLElement): boolean {
  const selection = getSelection();
  const range = selection && !selection.isCollapsed ? [selection.getRangeAt(0)] : [];
  const focused = document.activeElement;
  const element = focused && focused !== document.body && !bar.contains(focused) ? [focused] : [];
  return [...range, ...element].some((one) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    return height > 0 && top < bar.offsetHeight && bottom > 0;
  });
}

function progress(timeLeft: string): string {
  const text = document.querySelector('main article');
  const { minutes } = document.querySelector<HTMLElement>('[data-minutes]')?.dataset ?? {};
  if (!text || minutes === undefined) return '';
  const share = shareRead(text.getBoundingClientRect(), innerHeight);
  return describeProgress(share, Number(minutes), timeLeft, document.documentElement.lang);
}
