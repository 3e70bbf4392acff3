import { useEffect, useRef } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { bringPlaces } from './bring-places.ts';

/** Moves the reading positions of this browser to the member’s account, once, and shows how many. */
export function PlacesMoved() {
  const t = useT('reader');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    bringPlaces().then(
      (count) => count > 0 && toast(t('reader.places_moved', { count })),
      // They stay in this browser, and the home page offers them.
      () => {},
    );
  }, [t]);
  return null;
}
