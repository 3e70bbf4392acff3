import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { RoundView } from '../../contract.ts';

/** Link to the ballot or the result. Before voting there is neither. */
export function RoundLink({ round: { id, status } }: { round: RoundView }) {
  const t = useT('submission');
  if (status !== 'voting' && status !== 'completed') return null;
  return (
    <ButtonLink to={to.voting({ roundId: id })}>
      {status === 'voting' ? t('submission.to_ballot') : t('submission.to_result')}
    </ButtonLink>
  );
}
