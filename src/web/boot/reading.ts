import { KEYS, readItem, writeItem } from './storage.ts';

interface PlacedChapter {
  id: string;
  number: number;
  title: string;
}

/** A visitor’s reading position in one story. Lists start with the newest. Members’ positions are on the server. */
export interface LocalPlace {
  storyId: string;
  storyTitle: string;
  /** Language of the story’s title. Chapters have the same one unless `chapterLanguage` is set. */
  language: string;
  chapterLanguage?: string | undefined;
  mode: string;
  coverUrl: string;
  chapterId: string;
  number: number;
  chapterTitle: string;
  /** The chapter after it, if there was one at that time. */
  next: PlacedChapter | null;
  chapterCount: number;
  /** Chapters that were read to the end. */
  read: string[];
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT = 20;
const READ_KEPT = 500;

export function localPlaces(): LocalPlace[] {
  try {
    const places = JSON.parse(readItem(KEYS.reading) ?? '[]');
    return Array.isArray(places) ? places.filter(({ read }) => Array.isArray(read)) : [];
  } catch {
    return [];
  }
}

/**
 * Returns the chapter to continue with: where the reader left off, or the next one if they have read it to the end.
 * `atEnd` is true if they have and there is no single next chapter: none or several.
 */
export function whereToGoOn({ read, next, chapterId, number, chapterTitle }: LocalPlace): {
  chapter: PlacedChapter;
  atEnd: boolean;
} {
  const isRead = read.includes(chapterId);
  const here = { id: chapterId, number, title: chapterTitle };
  return isRead && next ? { chapter: next, atEnd: false } : { chapter: here, atEnd: isRead };
}

/** Stores that this chapter is being read, or that it was read to the end. */
function keepPlace(place: Omit<LocalPlace, 'read' | 'at'>, toEnd: boolean): void {
  const places = localPlaces();
  const before = places.find((other) => other.storyId === place.storyId)?.read ?? [];
  const read = toEnd ? [...new Set([...before, place.chapterId])].slice(-READ_KEPT) : before;
  const rest = places.filter((other) => other.storyId !== place.storyId);
  writeItem(KEYS.reading, JSON.stringify([{ ...place, read, at: Date.now() }, ...rest].slice(0, KEPT)));
  document.documentElement.dataset.reading = '';
}

/** Stores the reading position for the chapter on this page. */
export function keepShownPlace(): void {
  const described = shownPlace();
  if (!described) return;
  const place = JSON.parse(described);
  keepPlace(place, false);
  // A visitor may have logged in by the time they reach the end.
  whenReadToEnd(() => {
    if (shownPlace() === described) keepPlace(place, true);
  });
}

/**
 * Returns the `data-place` of this page. Undefined for members: their positions are on the server, and another person
 * may use this browser next.
 */
function shownPlace(): string | undefined {
  if ('member' in document.documentElement.dataset) return undefined;
  return document.querySelector<HTMLElement>('[data-place]')?.dataset.place;
}

/** Marks chapters in this page’s lists as read, and shows the texts that match. */
export function markRead(read: Iterable<string>): void {
  const ids = new Set(read);
  for (const chapter of document.querySelectorAll<HTMLElement>('[data-chapter]')) {
    const isRead = ids.has(chapter.dataset.chapter!);
    chapter.toggleAttribute('data-read', isRead);
    for (const text of chapter.querySelectorAll<HTMLElement>('[data-when]'))
      text.hidden = (text.dataset.when === 'read') !== isRead;
  }
}

/** Marks what a visitor has read. For members, the data comes from the server. */
export function markVisitorsRead(): void {
  if (!('member' in document.documentElement.dataset)) markRead(localPlaces().flatMap(({ read }) => read));
}

/** Calls back once the end of the text has been on the screen. Returns a function that stops watching. */
export function whenReadToEnd(reached: () => void): () => void {
  const end = document.querySelector('[data-text-end]');
  if (!end) return () => {};
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    reached();
  });
  observer.observe(end);
  return () => observer.disconnect();
}

/** Stores how many stories are shown for a member to continue, for the next first paint. */
export function keepMemberReading(count: number): void {
  writeItem(KEYS.memberReading, count > 0 ? String(count) : null);
  if (count > 0) document.documentElement.dataset.reading = String(count);
  else delete document.documentElement.dataset.reading;
}
