import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { type StoryDraft, type StoryView, storyApi } from '../contract.ts';
import { reviewPause } from './review-poll.ts';

/** Query key for the working copy of a story. */
export const draftKey = (storyId: string) => ['story', storyId, 'draft'] as const;

/** True while the story, or the edit of a published one, is in review. */
export function isInReview(draft: Pick<StoryDraft, 'status' | 'editStatus'>): boolean {
  return draft.status === 'pending' || draft.editStatus === 'pending';
}

/**
 * Loads the draft of a story, and the public story once it is published. Refetches during a review and after each
 * message. Needs a `QueryProvider`.
 */
export function useStoryStatus(storyId: string) {
  const draft = useQuery({
    queryKey: draftKey(storyId),
    queryFn: () => call(storyApi.draft, { storyId }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isInReview(data) ? reviewPause(data.review?.state, dataUpdateCount) : false,
    staleTime: 0,
  });
  useOnMessage(draft.refetch, draft.data !== undefined && isInReview(draft.data));
  const isPublished = draft.data?.status === 'published';
  const published = useQuery({
    queryKey: ['story', storyId, 'detail'],
    queryFn: (): Promise<StoryView> => call(storyApi.detail, { storyId }),
    enabled: isPublished,
  });
  return { draft, published: isPublished ? (published.data ?? null) : null };
}
