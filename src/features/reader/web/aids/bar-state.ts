/** How far the reader must scroll up until the bar returns, in px. */
const COMES_BACK_PX = 80;

/** What decides whether the bar is shown over the text. */
export interface BarState {
  readonly isOver: boolean;
  /** The last scroll position, in px from the top of the page. */
  readonly at: number;
  /** Where the reader started to scroll up. Null while they scroll down. */
  readonly upFrom: number | null;
}

/**
 * Returns the state of the bar after scrolling to `to`. It is hidden by the first scroll down, and at the top of the page,
 * where it has its own place.
 */
export function afterScroll(before: BarState, to: number, height: number): BarState {
  if (to > before.at || to <= height) return { isOver: false, at: to, upFrom: null };
  if (to === before.at) return before;
  const upFrom = before.upFrom ?? before.at;
  return { isOver: before.isOver || upFrom - to >= COMES_BACK_PX, at: to, upFrom };
}
