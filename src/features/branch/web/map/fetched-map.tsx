import { use } from 'react';
import { isNarrow } from './use-narrow.ts';
import type { MapProps } from './wide-map.tsx';

type MapComponent = typeof import('./story-map.tsx').StoryMap;

let arriving: Promise<MapComponent> | null = null;

function fetchMap(): Promise<MapComponent> {
  if (!arriving) {
    const promise = import('./story-map.tsx').then(({ StoryMap }) => {
      // The fields that React reads. Without them it would show a fallback for a while, even if the map is loaded.
      Object.assign(promise, { status: 'fulfilled', value: StoryMap });
      return StoryMap;
    });
    promise.catch(() => {
      arriving = null;
    });
    arriving = promise;
  }
  return arriving;
}

// Most readers come for the drawing, so it is fetched while the page still loads.
if (!import.meta.env.SSR && !isNarrow()) fetchMap();

/** The map. The page works without it until it is loaded. */
export function FetchedMap(props: MapProps) {
  const StoryMap = use(fetchMap());
  return <StoryMap {...props} />;
}
