import { KEYS, readItem, writeItem } from './storage.ts';

/** Where a reader left a chapter: the index of the block at the top of the window. */
type ScrollPosition = [chapterId: string, block: number];

const KEPT = 20;
/** Positions up to this block are not kept. The chapter opens at its start. */
const NEAR_HEAD = 2;
const SETTLED_MS = 300;

function scrollPositions(): ScrollPosition[] {
  try {
    const kept = JSON.parse(readItem(KEYS.scrollPositions) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function shownChapter(): { id: string; blocks: Element[] } | null {
  const main = document.querySelector<HTMLElement>('[data-place]');
  const text = main?.querySelector('article');
  if (!main || !text) return null;
  return { id: JSON.parse(main.dataset.place!).chapterId, blocks: [...text.children] };
}

function keepSpot(): void {
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
  writeItem(KEYS.scrollPositions, JSON.stringify(isInside ? [[id, block], ...rest].slice(0, KEPT) : rest));
}

/** Stores the position whenever scrolling has stopped. */
export function watchScrollPosition(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(keepSpot, SETTLED_MS);
  };
  addEventListener('scroll', settle, { passive: true });
}

/** Scrolls to the stored position of this chapter, before the first paint. */
export function goToSpot(): void {
  const chapter = location.hash ? null : shownChapter();
  const position = chapter && scrollPositions().find(([id]) => id === chapter.id);
  // Waits for the styles, which determine the positions.
  if (position) requestAnimationFrame(() => chapter.blocks[position[1]]?.scrollIntoView());
}

/** True unless the browser itself restores the scroll position of this page. */
export function isNewVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

export function forgetScrollPositions(): void {
  writeItem(KEYS.scrollPositions, null);
}
