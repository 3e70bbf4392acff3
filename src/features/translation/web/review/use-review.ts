import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Language } from '#core/languages.ts';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import type { ReviewTask } from '../../contract-views.ts';
import type { TranslationKind } from '../../model/translation-status.ts';

const REVIEWING = ['translation', 'reviewing'] as const;
const QUEUE = ['translation', 'queue'] as const;

/**
 * The languages that the member can review into, and how much is in review. Polls, because others submit and decide.
 */
export function useReviewing() {
  return useQuery({
    queryKey: REVIEWING,
    queryFn: () => call(translationApi.reviewing, {}),
    refetchInterval: MINUTE,
  });
}

/** The translations in review, oldest first. */
export function useReviewQueue(kind: TranslationKind, language: Language) {
  return useInfiniteQuery({
    queryKey: [...QUEUE, kind, language],
    queryFn: ({ pageParam }) => call(translationApi.queue, { kind, language, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
    refetchInterval: MINUTE,
  });
}

/** Reserves a translation and loads it. If the caller has it already, it is returned unchanged, so retrying is safe. */
export function useReviewTask(translationId: string) {
  const client = useQueryClient();
  const queryKey = ['translation', 'task', translationId];
  const query = useQuery({
    queryKey,
    queryFn: () => call(translationApi.claim, { translationId }),
    // Loading reserves the translation, so it must only happen on opening and on request, and never from a cache.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { ...query, show: (task: ReviewTask) => client.setQueryData(queryKey, task) };
}

/** Reloads the queue after a decision or a release. */
export function useReviewQueueAgain(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: REVIEWING });
    void client.invalidateQueries({ queryKey: QUEUE });
  };
}
