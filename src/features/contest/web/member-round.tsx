import { type Language, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useRefusalText } from '#web/api/use-refusal-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { StaticPart } from '#web/page/static-part.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Link } from '#web/ui/link.tsx';
import type { RoundViewerState } from '../contract.ts';
import { Beads } from './beads.tsx';
import { entryPath } from './paths.ts';
import styles from './round.module.css';
import type { RunningRound } from './round-box.tsx';
import { useRoundViewer } from './use-round-viewer.ts';

interface Props {
  round: RunningRound;
  /** Language of the story. */
  language: Language;
}

/** What a member has done in a round, and what is left to do. */
export function MemberRound(props: Props) {
  return (
    <QueryProvider>
      <Todo {...props} />
    </QueryProvider>
  );
}

function Todo({ round, language }: Props) {
  const { data } = useRoundViewer(round);
  if (!data) return <StaticPart />;
  return (
    <ul className={styles.todo}>
      {data.entry && <OwnEntry round={round} language={language} entry={data.entry} />}
      {round.status === 'voting' ? <Voting round={round} viewer={data} /> : <EntriesIn round={round} viewer={data} />}
    </ul>
  );
}

type Entry = NonNullable<RoundViewerState['entry']>;

function OwnEntry({ round, language, entry }: { round: RunningRound; language: Language; entry: Entry }) {
  const t = useT('contest');
  const moment = useMoment();
  const { status, title, units, savedAt, reason, hasUnsentChanges } = entry;
  const length = t('common.units', { count: units, unit: lengthUnit(language) });
  const draft = { length, time: moment(savedAt) };
  const isIn = status === 'pending' || status === 'approved';
  const say: Record<Entry['status'], string> = {
    draft: title ? t('contest.own_draft', { title, ...draft }) : t('contest.own_draft_untitled', draft),
    pending: t('contest.own_in_review', { title }),
    approved: t('contest.own_entered', { title }),
    rejected: t('contest.own_back', { title, reason: reason ?? '' }),
  };
  return (
    <>
      <li className={isIn ? styles.done : undefined}>
        <span>{say[status]}</span>
        {round.status === 'voting' && status === 'approved' && (
          <Link to={entryPath(round.id, entry.id)}>{t('contest.read_it')}</Link>
        )}
      </li>
      {isIn && hasUnsentChanges && round.status === 'writing' && !round.closed && (
        <li>
          <span>{t('contest.own_unsent')}</span>
          <Link to={to.editSubmission({ storyId: round.storyId, roundId: round.id })}>{t('contest.see_changes')}</Link>
        </li>
      )}
    </>
  );
}

function EntriesIn({ round: { entryCount, closed }, viewer }: { round: RunningRound; viewer: RoundViewerState }) {
  const t = useT('contest');
  const isIn = viewer.entry?.status === 'pending' || viewer.entry?.status === 'approved';
  return (
    <li className={closed ? styles.done : undefined}>
      {viewer.isParticipant && !isIn
        ? t('contest.entries_in_not_yours', { count: entryCount })
        : t('contest.entries_in', { count: entryCount })}
    </li>
  );
}

function Voting({ round, viewer }: { round: RunningRound; viewer: RoundViewerState }) {
  const t = useT('contest');
  const refusalText = useRefusalText();
  const { ballot, opened, needed, vote, refusal, can } = viewer;
  if (vote !== null) {
    const letter = ballot.find(({ id }) => id === vote)?.letter;
    return (
      <li className={styles.done}>
        <span>{letter ? t('contest.your_vote', { letter }) : t('contest.you_voted')}</span>
        <Link to={to.voting({ roundId: round.id })}>{t('contest.change_vote')}</Link>
      </li>
    );
  }
  if (can.vote) return <li>{t('contest.can_vote')}</li>;
  if (refusal !== null && refusal !== 'entries_unopened') return <li>{refusalText(refusal)}</li>;
  const say = t('contest.opened_of', { opened: Math.min(opened.length, needed), needed });
  return (
    <li>
      <span>{say}</span>
      <Beads done={opened.length} of={needed} label={say} />
    </li>
  );
}
