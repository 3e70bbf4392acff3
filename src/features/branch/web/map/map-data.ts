import { createContext, use } from 'react';
import type { Language } from '#core/languages.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import type { StoryTree } from '../../contract.ts';
import type { Reading } from '../../model/map/collapse.ts';
import type { Writer } from '../../model/map/scene.ts';
import type { ChapterTree } from '../../model/tree.ts';

/** The data that all parts of a map show. */
export interface MapData {
  readonly story: { readonly id: string; readonly title: string; readonly language: Language } & Titled;
  readonly tree: ChapterTree;
  readonly authors: StoryTree['authors'];
  readonly reading: Reading;
  /** Whether the reader may write in this story at all. */
  readonly canWrite: boolean;
  /** By id of the chapter that they are continuing. */
  readonly writers: ReadonlyMap<string, Writer>;
  /** Number of continuations that are being written, by id of the chapter before them. */
  readonly heldWays: ReadonlyMap<string, number>;
}

const MapDataContext = createContext<MapData | null>(null);
export const MapDataProvider = MapDataContext.Provider;

export function useMapData(): MapData {
  const data = use(MapDataContext);
  if (!data) throw new Error('Missing MapDataProvider');
  return data;
}

/**
 * Returns the writers by chapter, with their name and their index in the list of authors. Writers without a chapter get
 * indexes after its end.
 */
export function writersOf({
  reservations,
  authors,
}: Pick<StoryTree, 'reservations' | 'authors'>): Pick<MapData, 'writers' | 'heldWays'> {
  const places = new Map(authors.map(({ id }, i) => [id, i]));
  const writers = new Map<string, Writer>();
  const heldWays = new Map<string, number>();
  for (const { parentId, user } of reservations) {
    let place = places.get(user.id);
    if (place === undefined) {
      place = places.size;
      places.set(user.id, place);
    }
    if (!writers.has(parentId)) writers.set(parentId, { name: user.username, author: place });
    heldWays.set(parentId, (heldWays.get(parentId) ?? 0) + 1);
  }
  return { writers, heldWays };
}
