import { KEYS, readItem, writeItem } from './storage.ts';

/** Where a reader left a chapter: the index of the block at the top of the window. */
export type ScrollPosition = [chapterId: string, block: number];

export function scrollPositions(): ScrollPosition[] {
  try {
    const kept = JSON.parse(readItem(KEYS.scrollPositions) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export interface ShownChapter {
  id: string;
  blocks: Element[];
}

export function shownChapter(): ShownChapter | null {
  const main = document.querySelector<HTMLElement>('[data-place]');
  const text = main?.querySelector('article');
  if (!main || !text) return null;
  return { id: JSON.parse(main.dataset.place!).chapterId, blocks: [...text.children] };
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

export function keepScrollPositions(positions: readonly ScrollPosition[]): void {
  writeItem(KEYS.scrollPositions, JSON.stringify(positions));
}

export function forgetScrollPositions(): void {
  writeItem(KEYS.scrollPositions, null);
}
