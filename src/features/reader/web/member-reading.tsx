import { useEffect } from 'react';
import { call } from '#web/api/client.ts';
import { readerApi } from '../contract.ts';
import { setStoryReading } from './reading-store.ts';

/** Fetches what a member has read of a story, for the components that show it. */
export function MemberReading({ storyId }: { storyId: string }) {
  useEffect(() => {
    let gone = false;
    call(readerApi.storyProgress, { storyId })
      .then(({ readChapterIds, lastChapterId }) => {
        if (!gone) setStoryReading(storyId, { read: new Set(readChapterIds), hereId: lastChapterId });
      })
      // On failure the page shows no marks. The next visit fetches them again.
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [storyId]);
  return null;
}
