import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '#core/endpoint.ts';
import { MINUTE } from '#core/time.ts';
import { ApiError, call } from '#web/api/client.ts';
import { moderationApi, type QueueEntry } from '../contract.ts';
import type { SubjectKind } from '../model/review-status.ts';

const QUEUE = ['moderation', 'queue'] as const;
const WAITING = ['moderation', 'waiting'] as const;
const JOBS = ['moderation', 'jobs'] as const;
const reviewKey = (reviewId: string) => ['moderation', 'review', reviewId] as const;

/** How much waits. Others send and decide meanwhile, so it is asked for again each minute. */
export function useWaiting() {
  return useQuery({
    queryKey: WAITING,
    queryFn: () => call(moderationApi.waiting, {}),
    refetchInterval: MINUTE,
  });
}

/** What waits, oldest first; all of it or one kind. */
export function useQueue(kind: SubjectKind | null) {
  return useInfiniteQuery({
    queryKey: [...QUEUE, kind],
    queryFn: ({ pageParam }) =>
      call(moderationApi.queue, { ...(kind ? { kind } : {}), ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: MINUTE,
  });
}

export function useReview(reviewId: string) {
  return useQuery({
    queryKey: reviewKey(reviewId),
    queryFn: () => call(moderationApi.review, { reviewId }),
  });
}

/** True when a submission is no longer there to decide about: somebody was faster, or its author took it back. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'review_not_found';
}

/** True when it is not there any more in the form in which it was looked at. */
export function isMovedOn(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.code === 'review_outdated');
}

/** Asks for the queue anew, and gives its entries of this view. */
export function useQueueAgain(kind: SubjectKind | null): () => Promise<QueueEntry[]> {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: WAITING });
    await client.invalidateQueries({ queryKey: QUEUE });
    const queue = client.getQueryData<InfiniteData<Page<QueueEntry>>>([...QUEUE, kind]);
    return queue?.pages.flatMap((page) => page.items) ?? [];
  };
}

export interface Verdict {
  reviewId: string;
  version: number;
  /** With a reason it is sent back, without it is published. */
  reason?: string;
}

/** Decides. What is decided leaves the queue at once; what has changed meanwhile is looked at again. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reviewId, version, reason }: Verdict) =>
      reason === undefined
        ? call(moderationApi.approve, { reviewId, version })
        : call(moderationApi.reject, { reviewId, version, reason }),
    onSuccess: async (_done, { reviewId }) => {
      await client.cancelQueries({ queryKey: QUEUE });
      client.setQueriesData<InfiniteData<Page<QueueEntry>>>(
        { queryKey: QUEUE },
        (queue) =>
          queue && {
            ...queue,
            pages: queue.pages.map(({ items, next }) => ({ next, items: items.filter(({ id }) => id !== reviewId) })),
          },
      );
      void client.invalidateQueries({ queryKey: QUEUE });
      void client.invalidateQueries({ queryKey: WAITING });
    },
    onError: (error, { reviewId }) => {
      if (isMovedOn(error)) return client.invalidateQueries({ queryKey: reviewKey(reviewId) });
    },
  });
}

export function useFailedJobs() {
  return useQuery({ queryKey: JOBS, queryFn: () => call(moderationApi.failedJobs, {}) });
}

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) => call(moderationApi.retryJob, { jobId }),
    onSettled: () => client.invalidateQueries({ queryKey: JOBS }),
  });
}
