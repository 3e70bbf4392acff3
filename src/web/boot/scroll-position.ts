import { KEYS, readItem, writeItem } from './storage.ts';

/** Where in its text a chapter was left: which of its blocks stood at the top of the window. */
type ScrollPosition = [chapterId: string, block: number];

const KEPT = 20;
/** So near its beginning a chapter is opened at its head. */
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
  // The line that a block is scrolled to, so that coming back and leaving again does not move it.
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  const block = blocks.findIndex((element) => element.getBoundingClientRect().bottom > line + 1);
  // Who sees the end has read it: the next time it begins at its head.
  const sawEnd = block < 0 || blocks.at(-1)!.getBoundingClientRect().bottom <= innerHeight;
  const isInside = block > NEAR_HEAD && !sawEnd;
  writeItem(KEYS.scrollPositions, JSON.stringify(isInside ? [[id, block], ...rest].slice(0, KEPT) : rest));
}

/** Keeps the position whenever the text has come to rest. */
export function watchScrollPosition(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(keepSpot, SETTLED_MS);
  };
  addEventListener('scroll', settle, { passive: true });
}

/** Goes to where the shown chapter was left, before it is painted. */
export function goToSpot(): void {
  const chapter = location.hash ? null : shownChapter();
  const position = chapter && scrollPositions().find(([id]) => id === chapter.id);
  // Waits for the styles, without which nothing has its place yet.
  if (position) requestAnimationFrame(() => chapter.blocks[position[1]]?.scrollIntoView());
}

/** True unless the browser itself goes back to where this page was scrolled to. */
export function isNewVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}

export function forgetScrollPositions(): void {
  writeItem(KEYS.scrollPositions, null);
}
