import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '#core/endpoint.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useMemberData } from '#web/api/use-member-data.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useHref } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import { type MessageView, messageApi } from '../contract.ts';
import { INBOX_TABS, type InboxTab, type MessageType } from '../model/message-types.ts';
import {
  type Answer,
  answeredText,
  answerMessage,
  type Change,
  keepCurrent,
  markRead,
  unread,
  wayOn,
} from './message-lists.ts';

const LISTS = ['messages'] as const;

export function useUnread() {
  return useMemberData(unread);
}

export interface InboxView {
  tab: InboxTab;
  type: MessageType | null;
}

export function useInbox({ tab, type }: InboxView) {
  return useInfiniteQuery({
    queryKey: [...LISTS, tab, type],
    queryFn: ({ pageParam }) =>
      call(messageApi.list, { tab, ...(type ? { type } : {}), ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Live events keep the lists up to date, also in pages from the back/forward cache.
    meta: { isLive: true },
  });
}

/** Returns how many messages each tab has, or nothing before they are counted. */
export function useCounts(): Partial<Record<InboxTab, number>> {
  const { data } = useQuery({
    queryKey: [...LISTS, 'counts'],
    queryFn: () => call(messageApi.counts, {}),
    meta: { isLive: true },
  });
  return data ?? {};
}

type Client = ReturnType<typeof useQueryClient>;
type Lists = InfiniteData<Page<MessageView>>;

/** Which messages belong to the list of a tab. */
const BELONGS: Record<InboxTab, (message: MessageView) => boolean> = {
  all: () => true,
  unread: (message) => message.status === 'unread',
  read: (message) => message.status === 'read',
  pending: (message) => message.action_status === null,
};

/** Applies a change to the cached messages. Returns a function that reverts it. */
async function showChanged(client: Client, change: Change): Promise<() => void> {
  await client.cancelQueries({ queryKey: LISTS });
  const lists = INBOX_TABS.flatMap((tab) =>
    client.getQueriesData<Lists>({ queryKey: [...LISTS, tab] }).map(([key, list]) => ({ tab, key, list })),
  );
  for (const { tab, key, list } of lists) {
    if (!list) continue;
    const pages = list.pages.map(({ items, next }) => ({ next, items: items.map(change).filter(BELONGS[tab]) }));
    client.setQueryData<Lists>(key, { ...list, pages });
  }
  return () => {
    for (const { key, list } of lists) client.setQueryData(key, list);
  };
}

/** Keeps the lists of the inbox up to date. */
export function useCurrentLists(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      keepCurrent({
        change: (change) => showChanged(client, change),
        // A hidden page only marks them stale, and refetches when it is shown.
        refetch: () => client.invalidateQueries({ queryKey: LISTS, refetchType: document.hidden ? 'none' : 'active' }),
      }),
    [client],
  );
}

/** Marks messages as read, or all of them for null. */
export function useMarkRead() {
  const t = useT('inbox');
  return useMutation({ mutationFn: markRead, onError: () => toast(t('inbox.mark_failed')) });
}

export function useAnswer() {
  const t = useT('inbox');
  const errorText = useErrorText();
  const href = useHref();
  return useMutation({
    mutationFn: answerMessage,
    onSuccess: (_done, answer: Answer) =>
      toast(t(answeredText(answer)), wayOn(answer, { label: t('inbox.to_story'), toHref: href })),
    onError: (error) => toast(errorText(error)),
  });
}
