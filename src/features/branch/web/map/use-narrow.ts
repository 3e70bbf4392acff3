import { useMedia } from '#web/ui/use-media.ts';

/** As in the map’s style sheets: below this width the story runs down. */
const NARROW = '(max-width: 40rem)';

export const isNarrow = (): boolean => matchMedia(NARROW).matches;

export const useNarrow = (): boolean => useMedia(NARROW);
