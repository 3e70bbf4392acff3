import { use } from 'react';
import { isNarrow } from './use-narrow.ts';
import type { MapProps } from './wide-map.tsx';

type MapComponent = typeof import('./story-map.tsx').StoryMap;

let arriving: Promise<MapComponent> | null = null;

function fetchMap(): Promise<MapComponent> {
  if (!arriving) {
    const promise = import('./story-map.tsx').then(({ StoryMap }) => {
      // What React looks at: it would show a waiting sign, and for a while, also for what is there.
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

// The drawing is what most come for: it is fetched beside what the page waits for anyway.
if (!import.meta.env.SSR && !isNarrow()) fetchMap();

/** The map, which the page does without until it is there. */
export function FetchedMap(props: MapProps) {
  const StoryMap = use(fetchMap());
  return <StoryMap {...props} />;
}
