/** How far the reader must scroll up until the bar comes back, in px. */
const COMES_BACK_PX = 80;

/** What decides whether the bar lies over the text. */
export interface BarState {
  readonly isOver: boolean;
  /** The last scroll position, in px from the top of the page. */
  readonly at: number;
  /** Where the reader started to scroll up. Null while they scroll down. */
  readonly upFrom: number | null;
}

/** State of the bar after scrolling to `to`. It leaves with the first scroll down, and where it stands by itself. */
export function afterScroll(before: BarState, to: number, height: number): BarState {
  if (to > before.at || to <= height) return { isOver: false, at: to, upFrom: null };
  if (to === before.at) return before;
  const upFrom = before.upFrom ?? before.at;
  return { isOver: before.isOver || upFrom - to >= COMES_BACK_PX, at: to, upFrom };
}
