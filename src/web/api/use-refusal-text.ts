import type { ErrorCode } from '#core/errors.ts';
import type { PlainKey } from '#core/messages.ts';
import { useFind } from '../i18n/i18n.tsx';

/**
 * Messages for why a member can’t take part, write or vote, by the code of the policy. Listed here, so that no other
 * error messages have to be loaded.
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

/** Returns a function that gives the message for the code of a refusal that is part of a response’s data. */
export function useRefusalText(): (code: string) => string | null {
  const find = useFind('errors');
  return (code) => find(REFUSALS[code] ?? 'error.wrong_state');
}
