import { useT } from '#web/i18n/i18n.tsx';
import type { RoundDetail, RoundViewerState } from '../../contract.ts';

/** True if the member can’t vote in this round, whatever they open. */
export function hasNoVote({ refusal }: RoundViewerState): boolean {
  return refusal === 'account_too_new' || refusal === 'round_judged';
}

/** Explains why. */
export function WhyNoVote({ round, viewer }: { round: RoundDetail; viewer: RoundViewerState }) {
  const t = useT('ballot', 'errors');
  return viewer.refusal === 'round_judged'
    ? t('error.round_judged')
    : t('ballot.too_new', { number: round.number + 1 });
}
