import { KEYS, readItem, writeItem } from './storage.ts';

/** Where a visitor stopped, story by story, newest first; members have it on the server. */
export interface LocalPlace {
  storyId: string;
  storyTitle: string;
  language: string;
  mode: string;
  coverUrl: string;
  chapterId: string;
  number: number;
  chapterTitle: string;
  chapterCount: number;
  /** Chapters that were opened. */
  read: string[];
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT = 20;
const READ_KEPT = 500;

export function localPlaces(): LocalPlace[] {
  try {
    const places = JSON.parse(readItem(KEYS.reading) ?? '[]');
    return Array.isArray(places) ? places : [];
  } catch {
    return [];
  }
}

/** Notes that this chapter is being read. */
export function keepPlace(place: Omit<LocalPlace, 'read' | 'at'>): void {
  const places = localPlaces();
  const before = places.find((other) => other.storyId === place.storyId)?.read ?? [];
  const read = [...new Set([...before, place.chapterId])].slice(-READ_KEPT);
  const rest = places.filter((other) => other.storyId !== place.storyId);
  writeItem(KEYS.reading, JSON.stringify([{ ...place, read, at: Date.now() }, ...rest].slice(0, KEPT)));
  document.documentElement.dataset.reading = '';
}

/** The chapter that this page shows says itself what it is. */
export function keepShownPlace(): void {
  const described = document.querySelector<HTMLElement>('[data-place]')?.dataset.place;
  // A member's places are on the server, and another may use this browser next.
  if (described && !('member' in document.documentElement.dataset)) keepPlace(JSON.parse(described));
}

/** Notes whether a member has something to continue, for the next first paint. */
export function keepMemberReading(hasPlaces: boolean): void {
  writeItem(KEYS.memberReading, hasPlaces ? 'true' : null);
  if (hasPlaces) document.documentElement.dataset.reading = '';
  else delete document.documentElement.dataset.reading;
}
