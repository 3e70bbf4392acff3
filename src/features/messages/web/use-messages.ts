import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '#core/endpoint.ts';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type MessageView, messageApi } from '../contract.ts';
import type { InboxTab, MessageType } from '../model/message-types.ts';

const UNREAD = ['messages', 'unread'] as const;
const LISTS = ['messages', 'list'] as const;
/** Unread messages are asked for again so often, and kept as long (spec §7). */
const EVERY = 5 * MINUTE;

/** The newest unread messages, at most 100. Only for members: whoever shows them is shown to members alone. */
export function useUnread() {
  return useQuery({
    queryKey: UNREAD,
    queryFn: () => call(messageApi.unread, {}),
    staleTime: EVERY,
    gcTime: EVERY,
    refetchInterval: EVERY,
  });
}

export interface InboxWish {
  tab: InboxTab;
  type: MessageType | null;
}

export function useInbox({ tab, type }: InboxWish) {
  return useInfiniteQuery({
    queryKey: [...LISTS, tab, type],
    queryFn: ({ pageParam }) =>
      call(messageApi.list, { tab, ...(type ? { type } : {}), ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

type Client = ReturnType<typeof useQueryClient>;
type Lists = InfiniteData<Page<MessageView>>;

/** Shows as read what is about to be marked, and tells how to take it back. */
async function showRead(client: Client, isMarked: (message: MessageView) => boolean): Promise<() => void> {
  await client.cancelQueries({ queryKey: ['messages'] });
  const unread = client.getQueryData<MessageView[]>(UNREAD);
  const lists = client.getQueriesData<Lists>({ queryKey: LISTS });
  client.setQueryData<MessageView[]>(UNREAD, (messages) => messages?.filter((message) => !isMarked(message)));
  for (const [key, list] of lists) {
    if (!list) continue;
    const isUnreadTab = key[LISTS.length] === 'unread';
    const pages = list.pages.map(({ items, next }) => ({
      next,
      items: isUnreadTab
        ? items.filter((message) => !isMarked(message))
        : items.map((message) => (isMarked(message) ? { ...message, status: 'read' as const } : message)),
    }));
    client.setQueryData<Lists>(key, { ...list, pages });
  }
  return () => {
    client.setQueryData(UNREAD, unread);
    for (const [key, list] of lists) client.setQueryData(key, list);
  };
}

/** Marks one message as read, or all of them when none is named. It shows at once; what fails is taken back and said. */
export function useMarkRead() {
  const t = useT('inbox');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: string | null) =>
      messageId === null ? call(messageApi.markAllRead, {}) : call(messageApi.markRead, { messageId }),
    onMutate: (messageId) => showRead(client, (message) => messageId === null || message.id === messageId),
    onError: (_error, _id, takeBack) => {
      takeBack?.();
      toast(t('inbox.mark_failed'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  });
}
