import type { ScrollPosition, ShownChapter } from '#web/boot/scroll-position.ts';

const KEPT = 20;
/** Positions up to this block are not kept. The chapter opens at its start. */
const NEAR_HEAD = 2;
const SETTLED_MS = 300;

/** The stored scroll positions, to which the boot script gives access. */
export interface Spots {
  shownChapter: () => ShownChapter | null;
  scrollPositions: () => ScrollPosition[];
  keepScrollPositions: (positions: readonly ScrollPosition[]) => void;
}

/** Stores the position whenever scrolling has stopped. */
export function bindSpots({ shownChapter, scrollPositions, keepScrollPositions }: Spots): void {
  const keep = () => {
    const chapter = shownChapter();
    if (!chapter) return;
    const { id, blocks } = chapter;
    const rest = scrollPositions().filter(([other]) => other !== id);
    // The line that blocks are scrolled to, so that returning and leaving again doesn’t change the position.
    const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
    const block = blocks.findIndex((element) => element.getBoundingClientRect().bottom > line + 1);
    // A reader who sees the end has read the chapter. Next time it opens at its start.
    const sawEnd = block < 0 || blocks.at(-1)!.getBoundingClientRect().bottom <= innerHeight;
    const isInside = block > NEAR_HEAD && !sawEnd;
    keepScrollPositions(isInside ? [[id, block] as ScrollPosition, ...rest].slice(0, KEPT) : rest);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, SETTLED_MS);
  };
  addEventListener('scroll', settle, { passive: true });
  // The scrolling that loaded this script may have stopped by now.
  settle();
}
