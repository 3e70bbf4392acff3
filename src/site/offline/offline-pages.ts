import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** What a chapter's page says of itself (`data-place`), as far as the list of what is here needs it. */
export interface KeptPlace {
  storyId: string;
  storyTitle: string;
  language: string;
  mode: WritingMode;
  chapterId: string;
  number: number;
  next: { id: string; number: number } | null;
  chapterCount: number;
}

/** A page that is on this device; the one that was read last comes last. */
export interface KeptPage {
  /** Path and query. */
  address: string;
  html: string;
}

const ENTITIES: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The chapter that a page shows; null for pages of stories. */
export function placeIn(html: string): KeptPlace | null {
  const written = / data-place="([^"]*)"/.exec(html)?.[1];
  if (!written) return null;
  try {
    return JSON.parse(written.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => ENTITIES[entity]!));
  } catch {
    return null;
  }
}

export interface KeptStory {
  place: KeptPlace;
  /** Chapters of it that are here. */
  count: number;
  /** Where to go on: the chapter after the one read last when it is here, else that one. */
  next: { number: number; address: string };
}

/** The stories that chapters are here of, the one read last first. */
export function listStories(pages: readonly KeptPage[]): KeptStory[] {
  const stories = new Map<string, Map<string, { place: KeptPlace; address: string }>>();
  for (const { address, html } of pages) {
    const place = placeIn(html);
    if (!place) continue;
    const chapters = stories.get(place.storyId) ?? new Map();
    // Taken out and put back, so that what was read last is last.
    stories.delete(place.storyId);
    chapters.delete(place.chapterId);
    stories.set(place.storyId, chapters.set(place.chapterId, { place, address }));
  }
  return [...stories.values()].reverse().map((chapters) => {
    const last = [...chapters.values()].at(-1)!;
    const next = (last.place.next && chapters.get(last.place.next.id)) ?? last;
    return { place: last.place, count: chapters.size, next: { number: next.place.number, address: next.address } };
  });
}

const SIGNS: Record<string, string> = { '"': '&quot;', '<': '&lt;', '>': '&gt;', '&': '&amp;' };
const escaped = (text: string | number) => String(text).replace(/["<>&]/g, (sign) => SIGNS[sign]!);

/**
 * Fills in the page that stands for one which is not here: it holds a row for each mode as a pattern, and a sentence each
 * for when something is here and for when nothing is. It works as it is, at any address.
 */
export function fillOfflinePage(pattern: string, stories: readonly KeptStory[]): string {
  const rows = new Map([...pattern.matchAll(/<li data-kept="(\w+)".*?<\/li>/gs)].map(([row, mode]) => [mode, row]));
  const list = stories.map(({ place, count, next }) => {
    const values: Record<string, string | number> = {
      title: place.storyTitle,
      language: place.language,
      here: count,
      count: Math.max(place.chapterCount, count),
      next: next.number,
      address: next.address,
    };
    return (rows.get(place.mode) ?? '').replace(/\[\[(\w+)\]\]/g, (_, name: string) => escaped(values[name] ?? ''));
  });
  const unfit = stories.length > 0 ? 'none' : 'some';
  return pattern
    .replace(new RegExp(`<p data-when="${unfit}".*?</p>`, 's'), '')
    .replace(/(<p data-when="\w+"[^>]*?) hidden=""/, '$1')
    .replace(/<ul data-kept-list[^>]*>.*?<\/ul>/s, (whole) =>
      list.length === 0
        ? ''
        : `${whole.slice(0, whole.indexOf('>') + 1).replace(' hidden=""', '')}${list.join('')}</ul>`,
    );
}
