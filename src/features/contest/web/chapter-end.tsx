import { to } from '#core/pages.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Deadline } from '#web/ui/deadline.tsx';
import { Link } from '#web/ui/link.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { RoundView } from '../contract.ts';
import styles from './chapter-end.module.css';
import type { ChapterRounds } from './chapter-rounds.ts';
import { missingAuthors, roundPhaseOf } from './round-phase.ts';
import { RoundWatchSlot } from './round-watch-slot.tsx';

/**
 * The end of a chapter of a competition: the round that chose it, and after the last chapter how the story continues.
 */
export function ContestChapterEnd({
  story,
  rounds: { won, newest, isLast },
}: {
  story: { id: string };
  rounds: ChapterRounds;
}) {
  const t = useT('contest');
  return (
    <>
      {won && (
        <p className={`${styles.won} soft no-print`}>
          {t('contest.won_here', { number: won.number, count: won.entryCount })}{' '}
          <Link to={to.voting({ roundId: won.id })}>{t('contest.result')}</Link>
        </p>
      )}
      {isLast && (
        <section className={`${styles.next} no-print`}>
          <Next storyId={story.id} round={newest} />
        </section>
      )}
    </>
  );
}

/** How the story continues after its last chapter, and what the reader can do about it. */
function Next({ storyId, round }: { storyId: string; round: RoundView | null }) {
  const t = useT('contest');
  const phase = round && roundPhaseOf(round);
  const toStory = <ButtonLink to={to.story({ storyId })}>{t('contest.to_story')}</ButtonLink>;
  if (!round || !phase || phase === 'completed') {
    return (
      <>
        <p className={styles.say}>{t('contest.end_none')}</p>
        {toStory}
      </>
    );
  }
  const says: Record<typeof phase, string> = {
    scheduled: t('contest.end_scheduled'),
    writing: t('contest.end_writing'),
    closed: t('contest.closed'),
    voting: t('contest.end_voting'),
    counting: t('contest.counting'),
  };
  const until = phase === 'writing' ? round.writingEndsAt : phase === 'voting' ? round.votingEndsAt : null;
  return (
    <>
      <RoundWatchSlot round={round} />
      <p className={styles.say}>{says[phase]}</p>
      {phase === 'scheduled' && <Beginning round={round} />}
      {until && (
        <p className="soft">
          <TimeLeftSlot until={until} />
        </p>
      )}
      {phase === 'writing' ? (
        <ButtonLink kind="primary" to={to.editSubmission({ storyId: round.storyId, roundId: round.id })}>
          {t('contest.write_entry')}
        </ButtonLink>
      ) : phase === 'voting' ? (
        <ButtonLink kind="primary" to={to.voting({ roundId: round.id })}>
          {t('contest.read_and_vote')}
        </ButtonLink>
      ) : (
        toStory
      )}
    </>
  );
}

/** When a scheduled round starts, or what it waits for. */
function Beginning({ round }: { round: RoundView }) {
  const t = useT('contest');
  const missing = missingAuthors(round);
  const { startsAt, minParticipants: needed } = round;
  return (
    <p className="soft">
      {missing > 0 ? (
        t('contest.missing', { count: missing })
      ) : startsAt ? (
        <Sentence id="contest.starts_on" wraps={{ moment: () => <Deadline at={startsAt} /> }} parts={['contest']} />
      ) : (
        t('contest.starts_when_enough', { needed })
      )}
    </p>
  );
}
