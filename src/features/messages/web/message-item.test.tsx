import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { RoomFillsContext } from '#web/page/room-slot.tsx';
import type { MessageView } from '../contract.ts';
import { MessageItem } from './message-item.tsx';

const message: MessageView = {
  id: '1',
  type: 'story_invite',
  status: 'unread',
  action_status: null,
  content: 'Come along',
  created_at: '2026-11-16T18:00:00Z',
  target: '/story/7',
  data: {
    storyId: '7',
    chapterId: null,
    storyTitle: 'Salt',
    chapterTitle: null,
    mode: null,
    language: null,
    deadline: null,
    expiresAt: null,
  },
};

/** Returns the names of the actions of a message. */
function actionsOf(change: Partial<MessageView>): string[] {
  const html = renderToStaticMarkup(
    <TranslatorProvider value={translatorOf('en')}>
      <QueryClientProvider client={new QueryClient()}>
        <RoomFillsContext value={new Map()}>
          <MessageItem message={{ ...message, ...change }} leaves={false} onRead={() => {}} />
        </RoomFillsContext>
      </QueryClientProvider>
    </TranslatorProvider>,
  );
  return [...html.matchAll(/<(?:button|a) [^>]*aria-describedby[^>]*>([^<]*)</g)].map(([, name]) => name!);
}

it.each(['story_invite', 'story_apply'] as const)('%s can be accepted and declined until it is answered', (type) => {
  expect(actionsOf({ type })).toEqual(['Accept', 'Decline']);
  expect(actionsOf({ type, status: 'read' })).toEqual(['Accept', 'Decline']);
  for (const action_status of ['accepted', 'declined', 'withdrawn', 'expired'] as const)
    expect(actionsOf({ type, status: 'read', action_status })).toEqual(['View details']);
});

it('other messages have OK while they are unread, and always a link to what they are about', () => {
  expect(actionsOf({ type: 'story_approved' })).toEqual(['View details', 'OK']);
  expect(actionsOf({ type: 'story_approved', status: 'read' })).toEqual(['View details']);
  expect(actionsOf({ type: 'system_notice', target: null })).toEqual(['OK']);
});
