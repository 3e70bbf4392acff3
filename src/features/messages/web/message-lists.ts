import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { onLive } from '#web/api/live.ts';
import { MemberData } from '#web/api/member-data.ts';
import { type MessageView, messageApi } from '../contract.ts';

export type Change = (message: MessageView) => MessageView;

/** A list of messages on this page. */
export interface MessageList {
  /** Applies the change to the shown messages. Returns the function that takes it back. */
  change: (change: Change) => (() => void) | Promise<() => void>;
  refetch: () => unknown;
}

/** Unread messages are fetched again after this time (spec §7). */
const LASTS = 5 * MINUTE;
/** Live events within this time, in ms, are handled together: a review of many chapters sends many. */
const GATHERED = 100;

const lists = new Set<MessageList>();
let stopListening: (() => void) | null = null;

/** Keeps the list up to date with changes by this page, other windows and the server. Returns a function to stop it. */
export function keepCurrent(list: MessageList): () => void {
  lists.add(list);
  stopListening ??= listen();
  return () => {
    lists.delete(list);
    if (lists.size > 0) return;
    stopListening?.();
    stopListening = null;
  };
}

function listen(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onLive(
    ({ type }) => {
      // If the account was restricted, this call is refused, and its refusal is shown.
      if (type === 'restricted') return refetchLists();
      if (type !== 'message' && type !== 'missed') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refetchLists();
      }, GATHERED);
    },
    () => unread.state.data?.[0]?.id ?? null,
  );
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Fetches all lists of messages on this page again. */
export function refetchLists(): void {
  for (const list of lists) list.refetch();
}

const unreadList: MessageList = {
  change(change) {
    const before = unread.state.data;
    if (!before) return () => {};
    unread.set(before.map(change).filter(({ status }) => status === 'unread'));
    return () => unread.set(before);
  },
  refetch: () => void unread.renew(),
};

/** The newest unread messages, at most 100. */
export const unread = new MemberData({
  fetch: () => call(messageApi.unread, {}),
  lasts: LASTS,
  whileUsed: () => keepCurrent(unreadList),
});

async function showChanged(change: Change): Promise<() => void> {
  const takeBacks = await Promise.all([...lists].map((list) => list.change(change)));
  return () => {
    for (const takeBack of takeBacks) takeBack();
  };
}

/**
 * Marks messages as read, or all of them for null. Lists show it right away, and revert it if a call fails. They are
 * fetched once afterwards.
 */
export async function markRead(messageIds: readonly string[] | null): Promise<void> {
  const takeBack = await showChanged((message) =>
    messageIds === null || messageIds.includes(message.id) ? { ...message, status: 'read' } : message,
  );
  const calls = messageIds?.map((messageId) => call(messageApi.markRead, { messageId }));
  try {
    await (calls ? Promise.all(calls) : call(messageApi.markAllRead, {}));
  } catch (error) {
    // The lists are fetched when no call can change them any more.
    await Promise.allSettled(calls ?? []);
    takeBack();
    throw error;
  } finally {
    refetchLists();
  }
}

/** An answer to an invitation or application. */
export interface Answer {
  message: MessageView;
  accept: boolean;
  /** Called before the buttons disappear, so that a focused one can pass on the focus. */
  beforeShown: () => void;
}

/**
 * Answers an invitation or application. Lists don't show it before the server agrees: it may be too late, or the story
 * full.
 */
export async function answerMessage({ message, accept, beforeShown }: Answer): Promise<void> {
  const endpoint = message.type === 'story_invite' ? messageApi.handleInvite : messageApi.handleApplication;
  try {
    await call(endpoint, { messageId: message.id, accept });
    beforeShown();
    const action_status = accept ? 'accepted' : 'declined';
    await showChanged((other) => (other.id === message.id ? { ...other, action_status, status: 'read' } : other));
  } finally {
    refetchLists();
  }
}

/** Key of the message to show after an answer. */
export function answeredText({ message, accept }: Answer) {
  if (!accept) return 'inbox.declined';
  return message.type === 'story_invite' ? 'inbox.joined' : 'inbox.taken_in';
}

/** The button of the toast after an answer: to the story that the two write now. Undefined if the answer was no. */
export function wayOn(
  { message: { target }, accept }: Answer,
  { label, toHref }: { label: string; toHref: (path: string) => string },
): { label: string; run: () => void } | undefined {
  return accept && target !== null ? { label, run: () => location.assign(toHref(target)) } : undefined;
}
