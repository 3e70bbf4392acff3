import { expect, it } from 'vitest';
import type { MessageView } from '../contract.ts';
import { foldStories } from './story-folds.ts';

const about = (id: string, storyId: string | null, rest: Partial<MessageView> = {}): MessageView => ({
  id,
  type: 'chapter_approved',
  content: '',
  created_at: '2026-11-27T12:00:00.000Z',
  status: 'unread',
  action_status: null,
  target: null,
  data: {
    storyId,
    chapterId: null,
    storyTitle: storyId && 'Bus 17',
    chapterTitle: null,
    mode: 'branch',
    language: null,
    deadline: null,
    expiresAt: null,
  },
  ...rest,
});
const shown = (messages: MessageView[], isKept?: (storyId: string) => boolean) =>
  foldStories(messages, isKept).map(({ message, rest }) => [message.id, ...(rest ?? []).map(({ id }) => id)].join('+'));

it('folds four and more messages about a story below the newest one, where that is', () => {
  expect(
    shown([about('9', '1'), about('8', '2'), about('7', '1'), about('6', '1'), about('5', '2'), about('4', '1')]),
  ).toEqual(['9+7+6+4', '8', '5']);
});

it('never folds what asks for an answer or is about no story', () => {
  const asked = about('6', '1', { type: 'story_apply' });
  const answered = about('5', '1', { type: 'story_apply', action_status: 'accepted' });
  expect(shown([about('9', '1'), about('8', '1'), about('7', '1'), asked])).toEqual(['9', '8', '7', '6']);
  expect(shown([about('9', '1'), asked, about('8', '1'), about('7', '1'), answered])).toEqual(['9+8+7+5', '6']);
  const plain = ['9', '8', '7', '6'];
  expect(shown(plain.map((id) => about(id, null)))).toEqual(plain);
});

it('keeps a story folded while its messages leave the list', () => {
  expect(shown([about('9', '1'), about('8', '1')], (storyId) => storyId === '1')).toEqual(['9+8']);
  expect(shown([about('9', '1')], (storyId) => storyId === '1')).toEqual(['9']);
  // So the newest one stays the same row, with the focus in it.
  expect(foldStories([about('9', '1')], () => true)[0]!.rest).toEqual([]);
  expect(foldStories([about('9', '1')])[0]!.rest).toBeNull();
});
