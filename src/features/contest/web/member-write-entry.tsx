import { to } from '#core/pages.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { StaticPart } from '#web/page/static-part.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { type RoundRef, useRoundViewer } from './use-round-viewer.ts';

interface Props {
  round: RoundRef;
}

/** Link to the member’s entry, depending on its state. */
export function MemberWriteEntry(props: Props) {
  return (
    <QueryProvider>
      <Way {...props} />
    </QueryProvider>
  );
}

function Way({ round }: Props) {
  const t = useT('contest');
  const { data } = useRoundViewer(round);
  if (!data) return <StaticPart />;
  const { entry, can, isParticipant } = data;
  if (!entry && !can.enter) return null;
  return (
    <ButtonLink
      kind="primary"
      data-grants="enter write"
      to={to.editSubmission({ storyId: round.storyId, roundId: round.id })}
    >
      {entry ? t('contest.go_on_entry') : isParticipant ? t('contest.write_entry') : t('contest.join_and_write')}
    </ButtonLink>
  );
}
