import { describe, expect, it } from 'vitest';
import { matrix, next } from '#core/machine.ts';
import {
  EDIT_ACTIONS,
  EDIT_STATUSES,
  editMachine,
  STORY_ACTIONS,
  STORY_STATUSES,
  storyMachine,
} from './story-status.ts';

/** Spec §4 and trust §5, written out: every status × every action. Empty means refused. */
const STORY: [from: string, action: string, to: string | null][] = [
  ['draft', 'submit', 'pending'],
  ['draft', 'withdraw', null],
  ['draft', 'approve', null],
  ['draft', 'reject', null],
  ['draft', 'ban', null],
  ['draft', 'unban', null],
  ['pending', 'submit', null],
  ['pending', 'withdraw', 'draft'],
  ['pending', 'approve', 'published'],
  ['pending', 'reject', 'rejected'],
  ['pending', 'ban', null],
  ['pending', 'unban', null],
  ['rejected', 'submit', 'pending'],
  ['rejected', 'withdraw', null],
  ['rejected', 'approve', null],
  ['rejected', 'reject', null],
  ['rejected', 'ban', null],
  ['rejected', 'unban', null],
  ['published', 'submit', null],
  ['published', 'withdraw', null],
  ['published', 'approve', null],
  ['published', 'reject', null],
  ['published', 'ban', 'banned'],
  ['published', 'unban', null],
  ['banned', 'submit', null],
  ['banned', 'withdraw', null],
  ['banned', 'approve', null],
  ['banned', 'reject', null],
  ['banned', 'ban', null],
  ['banned', 'unban', 'published'],
];

const EDIT: [from: string, action: string, to: string | null][] = [
  ['draft', 'submit', 'pending'],
  ['draft', 'withdraw', null],
  ['draft', 'reject', null],
  ['pending', 'submit', null],
  ['pending', 'withdraw', 'draft'],
  ['pending', 'reject', 'rejected'],
  ['rejected', 'submit', 'pending'],
  ['rejected', 'withdraw', null],
  ['rejected', 'reject', null],
];

describe('the status of a story', () => {
  it('moves only as in this table', () => expect(matrix(storyMachine)).toEqual(STORY));

  it('has the same statuses and actions as the type, the schema and the database', () => {
    expect(storyMachine.statuses).toEqual([...STORY_STATUSES]);
    expect(STORY).toHaveLength(STORY_STATUSES.length * STORY_ACTIONS.length);
  });

  it.each(STORY.filter(([, , to]) => to === null))('refuses %s + %s with wrong_state', (from, action) => {
    expect(() => next(storyMachine, from as never, action as never)).toThrow(
      expect.objectContaining({ code: 'wrong_state' }),
    );
  });
});

describe('the edit of a published story or chapter', () => {
  it('moves only as in this table', () => expect(matrix(editMachine)).toEqual(EDIT));

  it('has every status and action', () => {
    expect(editMachine.statuses).toEqual([...EDIT_STATUSES]);
    expect(EDIT).toHaveLength(EDIT_STATUSES.length * EDIT_ACTIONS.length);
  });
});
