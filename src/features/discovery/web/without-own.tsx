import { useEffect } from 'react';
import { participationApi } from '#features/participation/contract.ts';
import { call } from '#web/api/client.ts';

/** Asks which of these stories the member writes in already. Without an answer the list stays as it is. */
export function WithoutOwn({
  storyIds,
  onKnown,
}: {
  storyIds: readonly string[];
  onKnown: (own: readonly string[]) => void;
}) {
  const asked = storyIds.join(',');
  useEffect(() => {
    let isGone = false;
    call(participationApi.joinedAmong, { storyIds: asked }).then(
      (own) => !isGone && own.length > 0 && onKnown(own),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [asked, onKnown]);
  return null;
}
