import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '#core/endpoint.ts';
import { MINUTE } from '#core/time.ts';
import { ApiError, call } from '#web/api/client.ts';
import { moderationApi, type QueueEntry } from '../contract.ts';
import { caseApi } from '../contract-cases.ts';
import type { CaseKind, QueueKind } from '../model/queue.ts';
import type { Rule } from '../model/restriction.ts';
import type { SubjectKind } from '../model/review-status.ts';
import { itemKey, type QueueItem } from './queue-path.ts';

const QUEUE = ['moderation', 'queue'] as const;
const WAITING = ['moderation', 'waiting'] as const;
const JOBS = ['moderation', 'jobs'] as const;
const LOG = ['moderation', 'log'] as const;
const RECORD = ['moderation', 'record'] as const;
const reviewKey = (reviewId: string) => ['moderation', 'review', reviewId] as const;

/** The size of the queue. Polls every minute, because others submit and decide. */
export function useWaiting() {
  return useQuery({
    queryKey: WAITING,
    queryFn: () => call(moderationApi.waiting, {}),
    refetchInterval: MINUTE,
  });
}

/** The queue, oldest first, of one kind or all. */
export function useModerationQueue(kind: QueueKind | null) {
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

export function useCase(kind: CaseKind, caseId: string) {
  return useQuery({
    queryKey: ['moderation', 'case', kind, caseId],
    queryFn: () => call(caseApi.case, { kind, caseId }),
  });
}

/** What moderators know about a member. */
export function useRecord(userId: string) {
  return useQuery({ queryKey: [...RECORD, userId], queryFn: () => call(caseApi.record, { userId }) });
}

/** The actions of all moderators, or only of the caller, newest first. */
export function useLog(isMine: boolean) {
  return useInfiniteQuery({
    queryKey: [...LOG, isMine],
    queryFn: ({ pageParam }) =>
      call(caseApi.log, {
        limit: 20,
        ...(isMine ? { mine: '1' as const } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

const GONE: readonly string[] = ['review_not_found', 'case_not_found', 'case_closed'];

/** True if there is nothing left to decide: another moderator decided, or it was withdrawn. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && GONE.includes(error.code);
}

/** True if it is gone, or has changed since it was loaded. */
export function isMovedOn(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.code === 'review_outdated');
}

/** Reloads the queue, and returns the entries of this view. */
export function useModerationQueueAgain(kind: QueueKind | null): () => Promise<QueueEntry[]> {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: WAITING });
    await client.invalidateQueries({ queryKey: QUEUE });
    const queue = client.getQueryData<InfiniteData<Page<QueueEntry>>>([...QUEUE, kind]);
    return queue?.pages.flatMap((page) => page.items) ?? [];
  };
}

/** Call after a decision. Removes the entry from the queue at once, and reloads what has changed. */
export function useSettled(): (item: QueueItem | null) => Promise<void> {
  const client = useQueryClient();
  return async (item) => {
    await client.cancelQueries({ queryKey: QUEUE });
    if (item) {
      client.setQueriesData<InfiniteData<Page<QueueEntry>>>(
        { queryKey: QUEUE },
        (queue) =>
          queue && {
            ...queue,
            pages: queue.pages.map(({ items, next }) => ({
              next,
              items: items.filter((entry) => itemKey(entry) !== itemKey(item)),
            })),
          },
      );
    }
    for (const queryKey of [QUEUE, WAITING, LOG, RECORD]) void client.invalidateQueries({ queryKey });
  };
}

export interface ModerationVerdict {
  kind: SubjectKind;
  reviewId: string;
  version: number;
  /** Rejects if set. Otherwise approves. */
  refusal?: { rule: Rule; reason: string };
}

/** Decides on a submission. Reloads it if it has changed in the meantime. */
export function useDecide() {
  const client = useQueryClient();
  const settled = useSettled();
  return useMutation({
    mutationFn: ({ reviewId, version, refusal }: ModerationVerdict) =>
      refusal
        ? call(moderationApi.reject, { reviewId, version, ...refusal })
        : call(moderationApi.approve, { reviewId, version }),
    onSuccess: (_done, { kind, reviewId }) => settled({ kind, id: reviewId }),
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
