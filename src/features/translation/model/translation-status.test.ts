import { describe, expect, it } from 'vitest';
import { matrix, next } from '#core/machine.ts';
import { TRANSLATION_ACTIONS, TRANSLATION_STATUSES, translationMachine } from './translation-status.ts';

/** Spec §4 and product §7: each status, and where each action leads. All others are refused. */
const MOVES: Record<string, Record<string, string>> = {
  saved: { submit: 'submitted' },
  submitted: { withdraw: 'saved', claim: 'under_review' },
  under_review: { release: 'submitted', approve: 'approved', reject: 'rejected' },
  approved: { supersede: 'superseded', take_down: 'rejected' },
  superseded: { restore: 'approved' },
  rejected: { submit: 'submitted', reinstate: 'approved' },
};
const TRANSLATION = TRANSLATION_STATUSES.flatMap((from) =>
  TRANSLATION_ACTIONS.map((action) => [from, action, MOVES[from]?.[action] ?? null] as const),
);

describe('the status of a translation of a story or a chapter', () => {
  it('moves as in this table and in no other way', () => expect(matrix(translationMachine)).toEqual(TRANSLATION));

  it('has the same values in the type, the schema and the database', () => {
    expect(translationMachine.statuses).toEqual([...TRANSLATION_STATUSES]);
    expect(Object.keys(MOVES)).toEqual([...TRANSLATION_STATUSES]);
  });

  it('can reach every value from the first one', () => {
    const reached = new Set(['saved']);
    for (const from of reached) for (const to of Object.values(MOVES[from]!)) reached.add(to);
    expect(reached).toEqual(new Set(TRANSLATION_STATUSES));
  });

  it.each(TRANSLATION.filter(([, , to]) => to === null))('refuses %s + %s with wrong_state', (from, action) => {
    expect(() => next(translationMachine, from, action)).toThrow(expect.objectContaining({ code: 'wrong_state' }));
  });
});
