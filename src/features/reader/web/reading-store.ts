import { useEffect, useSyncExternalStore } from 'react';
import { onSession } from '#web/api/session.ts';
import { localPlaces } from '#web/boot/reading.ts';
import { onReturn } from '#web/boot/returning.ts';

/** What this reader has read of a story, and where they left off. */
export interface StoryReading {
  read: ReadonlySet<string>;
  hereId: string | null;
}

const NONE: StoryReading = { read: new Set(), hereId: null };
const known = new Map<string, StoryReading>();
const listeners = new Set<() => void>();

let forgets = false;

/** Clears the store when the session changes, so that no data of one member is shown to another. */
function forgetWithSession(): void {
  if (forgets) return;
  forgets = true;
  onSession(() => {
    known.clear();
    for (const listener of listeners) listener();
  });
}

export function setStoryReading(storyId: string, reading: StoryReading): void {
  forgetWithSession();
  known.set(storyId, reading);
  for (const listener of listeners) listener();
}

/**
 * Returns data from the server for members (see `member-reading.tsx`), and from this browser for visitors. Empty until
 * it is loaded.
 */
export function useStoryReading(storyId: string): StoryReading {
  useEffect(() => {
    const show = () => {
      if ('member' in document.documentElement.dataset) return;
      const place = localPlaces().find((other) => other.storyId === storyId);
      if (place) setStoryReading(storyId, { read: new Set(place.read), hereId: place.chapterId });
    };
    show();
    return onReturn(show);
  }, [storyId]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => known.get(storyId) ?? NONE,
    () => NONE,
  );
}
