import { TallMap } from './tall-map.tsx';
import { useNarrow } from './use-narrow.ts';
import { type MapProps, WideMap } from './wide-map.tsx';

/** The drawing that fits the screen: to the right on wide screens, down on narrow ones. */
export function StoryMap(props: MapProps) {
  return useNarrow() ? <TallMap {...props} /> : <WideMap {...props} />;
}
