import { to } from '#core/pages.ts';
import { type BesideChapter, PendingChapterRow } from '#features/chapters/web/chapter-thread.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Link } from '#web/ui/link.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { RoundView } from '../contract.ts';
import styles from './round.module.css';
import { type RoundPhase, roundPhaseOf } from './round-phase.ts';
import { BlindTie, ResultTie } from './tie.tsx';

/** Returns what is shown beside each chapter that won a round, by chapter id. */
export function useRoundsBeside(rounds: readonly RoundView[]): ReadonlyMap<string, BesideChapter> {
  const t = useT('contest');
  return new Map(
    rounds.flatMap(({ id, number, entryCount, result }): [string, BesideChapter][] => {
      if (!result?.winner) return [];
      return [
        [
          result.winner.chapter.id,
          {
            knot: <ResultTie result={result} />,
            facts: (
              <>
                <span>{t('contest.chosen_from', { count: entryCount })}</span>
                <span>{t('contest.votes', { count: result.votes })}</span>
              </>
            ),
            note: (
              <p className={styles.toResult}>
                <Link to={to.voting({ roundId: id })}>{t('contest.to_result', { number })}</Link>
              </p>
            ),
          },
        ],
      ];
    }),
  );
}

/** The thread after the last chapter: the current round, and the next one. */
export function ContestEnd({
  story,
  round,
  number,
}: {
  story: StoryView;
  /** The newest round. Null before there is one. */
  round: RoundView | null;
  /** The number of the next chapter. */
  number: number;
}) {
  const t = useT('contest');
  const phase = round && roundPhaseOf(round);
  const isRunning = round !== null && phase !== null && phase !== 'completed';
  const { username: name } = story.creator;
  return (
    <>
      {isRunning && <Running round={round} phase={phase} number={number} />}
      <PendingChapterRow
        name={t('contest.round', { number: (round?.number ?? 0) + 1 })}
        isSoft
        isUncoloured
        note={
          <p className="soft">{isRunning ? t('contest.starts_after', { name }) : t('contest.starts_it', { name })}</p>
        }
      />
    </>
  );
}

function Running({ round, phase, number }: { round: RoundView; phase: RoundPhase; number: number }) {
  const t = useT('contest');
  const { id, entryCount, writingEndsAt, votingEndsAt } = round;
  const names: Partial<Record<RoundPhase, string>> = {
    scheduled: t('contest.waits', { number }),
    writing: t('contest.being_written', { number }),
    closed: t('contest.waits_for_vote', { number }),
    voting: t('contest.choosing', { number }),
    counting: t('contest.is_counted', { number }),
  };
  const until = phase === 'writing' ? writingEndsAt : phase === 'voting' ? votingEndsAt : null;
  return (
    <PendingChapterRow
      name={names[phase] ?? ''}
      isUncoloured
      sum={entryCount > 0 ? t('contest.entries_blind', { count: entryCount }) : undefined}
      knot={entryCount > 0 && <BlindTie count={entryCount} isBeingWritten={phase === 'writing'} />}
      note={
        phase === 'voting' && (
          <p className={styles.toResult}>
            <Link to={to.voting({ roundId: id })}>{t('contest.open_ballot')}</Link>
          </p>
        )
      }
    >
      <span>{t('contest.round', { number: round.number })}</span>
      {until && (
        <span>
          <TimeLeftSlot until={until} />
        </span>
      )}
    </PendingChapterRow>
  );
}
