import { to } from '#core/pages.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { type RoundRef, useRoundViewer } from './use-round-viewer.ts';

/** Link to the member’s entry, or to create one. */
export function OwnEntryLink({ round }: { round: RoundRef }) {
  return (
    <QueryProvider>
      <Ask round={round} />
    </QueryProvider>
  );
}

function Ask({ round }: { round: RoundRef }) {
  const t = useT('ballot');
  const { data } = useRoundViewer(round);
  if (!data?.entry && !data?.can.enter) return null;
  return (
    <ButtonLink kind="primary" to={to.editSubmission({ storyId: round.storyId, roundId: round.id })}>
      {data.entry ? t('ballot.to_own_entry') : t('ballot.enter')}
    </ButtonLink>
  );
}
