/** The part of a chapter page’s `data-place` that the list of kept stories needs. */
export interface KeptPlace {
  storyId: string;
  storyTitle: string;
  language: string;
  mode: string;
  chapterId: string;
  number: number;
  next: { id: string; number: number } | null;
  chapterCount: number;
}

/** A page that is kept on this device. Lists of them end with the one read last. */
export interface KeptPage {
  /** Path and query. */
  address: string;
  html: string;
}

const ENTITIES: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Returns the chapter that a page shows, or null for story pages. */
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
  /** Number of its chapters that are kept. */
  count: number;
  /** The next chapter to read: the successor of the one read last if it is kept, otherwise the one read last. */
  next: { number: number; address: string };
}

/** Lists the stories with kept chapters, the one read last first. */
export function listStories(pages: readonly KeptPage[]): KeptStory[] {
  const stories = new Map<string, Map<string, { place: KeptPlace; address: string }>>();
  for (const { address, html } of pages) {
    const place = placeIn(html);
    if (!place) continue;
    const chapters = stories.get(place.storyId) ?? new Map();
    // Delete first, so that the one read last is at the end.
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
 * Fills in the offline page. It contains a row for each mode as a pattern, and one sentence for when something is kept
 * and one for when nothing is. The page works at any URL.
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
