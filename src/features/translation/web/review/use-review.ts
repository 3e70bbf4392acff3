import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Language } from '#core/languages.ts';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { translationApi } from '../../contract.ts';
import type { ReviewTask } from '../../contract-views.ts';
import type { TranslationKind } from '../../model/translation-status.ts';

const REVIEWING = ['translation', 'reviewing'] as const;
const QUEUE = ['translation', 'queue'] as const;

/** Into which languages the member reviews, and how much waits. Others send and decide meanwhile. */
export function useReviewing() {
  return useQuery({
    queryKey: REVIEWING,
    queryFn: () => call(translationApi.reviewing, {}),
    refetchInterval: MINUTE,
  });
}

/** What waits, oldest first. */
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

/** Takes a translation and shows it. Whoever has it already gets it as it is, so asking again does no harm. */
export function useReviewTask(translationId: string) {
  const client = useQueryClient();
  const queryKey = ['translation', 'task', translationId];
  const query = useQuery({
    queryKey,
    queryFn: () => call(translationApi.claim, { translationId }),
    // Taking is an act: it is done at opening and when somebody asks for it, and what was left is taken anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { ...query, show: (task: ReviewTask) => client.setQueryData(queryKey, task) };
}

/** What waits is asked for anew: something was decided or given back. */
export function useReviewQueueAgain(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: REVIEWING });
    void client.invalidateQueries({ queryKey: QUEUE });
  };
}
