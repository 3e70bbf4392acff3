import type { Beginning } from '#features/chapters/web/saving/use-writing.ts';
import { call } from '#web/api/client.ts';
import { MEMBER_REFUSALS, type RefusalsOf } from '#web/saving/writable.ts';
import { contestApi, type SubmissionView } from '../../contract.ts';

/** What it means for the text if the entry can’t be created. */
const CREATE_REFUSALS: RefusalsOf<typeof contestApi.createSubmission> = {
  ...MEMBER_REFUSALS,
  round_not_found: 'closed',
  wrong_state: 'closed',
  writing_closed: 'closed',
  not_participant: 'closed',
  round_judged: 'closed',
  story_full: 'closed',
  reapply_later: 'closed',
};

/** A new entry of a round. */
export function entryBeginning(roundId: string, onEntry: (submission: SubmissionView) => void): Beginning {
  return {
    at: `round-${roundId}`,
    refusals: CREATE_REFUSALS,
    async create(options) {
      const begun = await call(contestApi.createSubmission, { roundId }, options);
      onEntry(begun);
      return begun.draft;
    },
  };
}
