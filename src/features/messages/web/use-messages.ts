import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '#core/endpoint.ts';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { onLive } from '#web/api/live.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type MessageView, messageApi } from '../contract.ts';
import { INBOX_TABS, type InboxTab, type MessageType } from '../model/message-types.ts';

const UNREAD = ['messages', 'unread'] as const;
const LISTS = ['messages', 'list'] as const;
/** Unread messages are asked for again so often, and kept as long (spec §7). */
const EVERY = 5 * MINUTE;

/** Marks queries that live events keep up to date (`useLiveMessages`), also in pages from the back/forward cache. */
const LIVE = { isLive: true };

/** The newest unread messages, at most 100. Only for members: whoever shows them is shown to members alone. */
export function useUnread() {
  return useQuery({
    queryKey: UNREAD,
    queryFn: () => call(messageApi.unread, {}),
    meta: LIVE,
    staleTime: EVERY,
    gcTime: EVERY,
    refetchInterval: EVERY,
  });
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
    meta: LIVE,
  });
}

type Client = ReturnType<typeof useQueryClient>;
type Lists = InfiniteData<Page<MessageView>>;

/** What stays in the list of a tab. */
const BELONGS: Record<InboxTab, (message: MessageView) => boolean> = {
  all: () => true,
  unread: (message) => message.status === 'unread',
  read: (message) => message.status === 'read',
  pending: (message) => message.action_status === null,
};

/** Shows messages as they become, and tells how to take it back. */
async function showChanged(client: Client, change: (message: MessageView) => MessageView): Promise<() => void> {
  await client.cancelQueries({ queryKey: ['messages'] });
  const unread = client.getQueryData<MessageView[]>(UNREAD);
  const lists = INBOX_TABS.flatMap((tab) =>
    client.getQueriesData<Lists>({ queryKey: [...LISTS, tab] }).map(([key, list]) => ({ tab, key, list })),
  );
  client.setQueryData<MessageView[]>(UNREAD, (messages) => messages?.map(change).filter(BELONGS.unread));
  for (const { tab, key, list } of lists) {
    if (!list) continue;
    const pages = list.pages.map(({ items, next }) => ({ next, items: items.map(change).filter(BELONGS[tab]) }));
    client.setQueryData<Lists>(key, { ...list, pages });
  }
  return () => {
    client.setQueryData(UNREAD, unread);
    for (const { key, list } of lists) client.setQueryData(key, list);
  };
}

/** Marks one message as read, or all of them when none is named. It shows at once; what fails is taken back and said. */
export function useMarkRead() {
  const t = useT('inbox');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: string | null) =>
      messageId === null ? call(messageApi.markAllRead, {}) : call(messageApi.markRead, { messageId }),
    onMutate: (messageId) =>
      showChanged(client, (message) =>
        messageId === null || message.id === messageId ? { ...message, status: 'read' } : message,
      ),
    onError: (_error, _id, takeBack) => {
      takeBack?.();
      toast(t('inbox.mark_failed'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  });
}

/** An answer to an invitation or application. */
interface Answer {
  message: MessageView;
  accept: boolean;
  /** Before its buttons go: who pressed one of them must find another place. */
  beforeShown: () => void;
}

/**
 * Answers an invitation or application. Nothing is shown before the server agrees, since it may be too late or the story
 * full; then that is said, and the list shows how it is.
 */
export function useAnswer() {
  const t = useT('inbox');
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, accept }: Answer) =>
      call(message.type === 'story_invite' ? messageApi.handleInvite : messageApi.handleApplication, {
        messageId: message.id,
        accept,
      }),
    onSuccess: async (_done, { message, accept, beforeShown }) => {
      beforeShown();
      const isInvitation = message.type === 'story_invite';
      toast(!accept ? t('inbox.declined') : isInvitation ? t('inbox.joined') : t('inbox.taken_in'));
      const action_status = accept ? 'accepted' : 'declined';
      await showChanged(client, (other) =>
        other.id === message.id ? { ...other, action_status, status: 'read' } : other,
      );
    },
    onError: (error) => toast(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  });
}

/** Events that come together, as after a review of many chapters, are asked about together. */
const GATHERED = 100;

/** Refetches messages after a live event. Subscribes before the unread messages are loaded, so that none is missed. */
export function useLiveMessages(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onLive(
      (event) => {
        if (event.type === 'story') return;
        timer ??= setTimeout(() => {
          timer = undefined;
          // A hidden page only marks them stale, and refetches when it is shown.
          void client.invalidateQueries({ queryKey: ['messages'], refetchType: document.hidden ? 'none' : 'active' });
        }, GATHERED);
      },
      () => client.getQueryData<MessageView[]>(UNREAD)?.[0]?.id ?? null,
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
}
