import { describe, expect, it } from 'vitest';
import { matrix, next } from '#core/machine.ts';
import { CHAPTER_ACTIONS, CHAPTER_STATUSES, chapterMachine } from './chapter-status.ts';

/** Spec §4 and trust §5, written out: every status × every action. Empty means refused. */
const CHAPTER: [from: string, action: string, to: string | null][] = [
  ['draft', 'submit', 'pending'],
  ['draft', 'withdraw', null],
  ['draft', 'approve', null],
  ['draft', 'reject', null],
  ['draft', 'hide', null],
  ['draft', 'unhide', null],
  ['draft', 'take_down', null],
  ['draft', 'publish_again', null],
  ['pending', 'submit', null],
  ['pending', 'withdraw', 'draft'],
  ['pending', 'approve', 'approved'],
  ['pending', 'reject', 'rejected'],
  ['pending', 'hide', null],
  ['pending', 'unhide', null],
  ['pending', 'take_down', null],
  ['pending', 'publish_again', null],
  ['approved', 'submit', null],
  ['approved', 'withdraw', null],
  ['approved', 'approve', null],
  ['approved', 'reject', null],
  ['approved', 'hide', 'hidden'],
  ['approved', 'unhide', null],
  ['approved', 'take_down', 'hidden'],
  ['approved', 'publish_again', null],
  ['rejected', 'submit', 'pending'],
  ['rejected', 'withdraw', null],
  ['rejected', 'approve', null],
  ['rejected', 'reject', null],
  ['rejected', 'hide', null],
  ['rejected', 'unhide', null],
  ['rejected', 'take_down', null],
  ['rejected', 'publish_again', null],
  ['hidden', 'submit', null],
  ['hidden', 'withdraw', null],
  ['hidden', 'approve', null],
  ['hidden', 'reject', null],
  ['hidden', 'hide', null],
  ['hidden', 'unhide', 'approved'],
  ['hidden', 'take_down', null],
  ['hidden', 'publish_again', 'approved'],
];

describe('the status of a chapter', () => {
  it('moves only as in this table', () => expect(matrix(chapterMachine)).toEqual(CHAPTER));

  it('has the same statuses and actions as the type, the schema and the database', () => {
    expect(chapterMachine.statuses).toEqual([...CHAPTER_STATUSES]);
    expect(CHAPTER).toHaveLength(CHAPTER_STATUSES.length * CHAPTER_ACTIONS.length);
  });

  it.each(CHAPTER.filter(([, , to]) => to === null))('refuses %s + %s with wrong_state', (from, action) => {
    expect(() => next(chapterMachine, from as never, action as never)).toThrow(
      expect.objectContaining({ code: 'wrong_state' }),
    );
  });
});
