import type { ErrorCode } from '#core/errors.ts';
import type { PlainKey } from '#core/messages.ts';
import { useFind } from '../i18n/i18n.tsx';

/**
 * Why a member can't take part, write or vote, by the code of the policy that says so. Named one by one, so that browsers
 * get no other messages of errors.
 */
const REFUSALS: Record<string, PlainKey> = {
  account_too_new: 'error.account_too_new',
  entry_disqualified: 'error.entry_disqualified',
  invite_only: 'error.invite_only',
  login_required: 'error.login_required',
  not_participant: 'error.not_participant',
  reapply_later: 'error.reapply_later',
  round_judged: 'error.round_judged',
  solo_story: 'error.solo_story',
  story_full: 'error.story_full',
  voting_closed: 'error.voting_closed',
  writing_closed: 'error.writing_closed',
} satisfies Partial<Record<ErrorCode, PlainKey>>;

/** Returns a function that gives the sentence for the code of a refusal that a call has answered as data. */
export function useRefusalText(): (code: string) => string | null {
  const find = useFind('errors');
  return (code) => find(REFUSALS[code] ?? 'error.wrong_state');
}
