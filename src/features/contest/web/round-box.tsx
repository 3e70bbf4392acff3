import { lazy, type ReactNode, Suspense } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { after } from '#core/time.ts';
import { JoinSlot } from '#features/participation/web/join-slot.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Deadline } from '#web/ui/deadline.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { TimeThread, useDay } from '#web/ui/time-thread.tsx';
import type { RoundView } from '../contract.ts';
import { REVIEW_WAIT } from '../model/contest-limits.ts';
import { roundPath } from './paths.ts';
import styles from './round.module.css';
import { RoundHead } from './round-head.tsx';
import { lastMoment, missingAuthors, type RoundPhase, roundPhaseOf } from './round-phase.ts';
import { ResultTie, SeatsTie } from './tie.tsx';
import { useGap, useSentences } from './use-words.ts';

const MemberRound = lazy(() => import('./member-round.tsx').then((m) => ({ default: m.MemberRound })));
const FirstRound = lazy(() => import('./creator-round.tsx').then((m) => ({ default: m.FirstRound })));
const NextRound = lazy(() => import('./creator-round.tsx').then((m) => ({ default: m.NextRound })));
const AnnouncedRound = lazy(() => import('./creator-round.tsx').then((m) => ({ default: m.AnnouncedRound })));

interface Props {
  story: StoryView;
  round: RoundView;
}

/** Where the newest round stands, as everyone sees it; what the reader can do about it comes once they are known. */
export function RoundBox({ story, round }: { story: StoryView; round: RoundView | null }) {
  const signedIn = useSignedIn();
  const phase = round && roundPhaseOf(round);
  if (!round || !phase) {
    const shown = <NoRound story={story} />;
    return signedIn ? (
      <Suspense fallback={shown}>
        <FirstRound story={story} shown={shown} />
      </Suspense>
    ) : (
      shown
    );
  }
  return (
    <>
      <PhaseBox story={story} round={round} phase={phase} />
      <Suspense>
        {signedIn && phase === 'scheduled' && <AnnouncedRound story={story} round={round} />}
        {signedIn && phase === 'completed' && <NextRound story={story} number={round.number + 1} />}
      </Suspense>
    </>
  );
}

function PhaseBox({ story, round, phase }: Props & { phase: RoundPhase }) {
  switch (phase) {
    case 'scheduled':
      return <Scheduled story={story} round={round} />;
    case 'writing':
      return <Writing story={story} round={round} />;
    case 'closed':
      return <Closed story={story} round={round} />;
    case 'voting':
      return <Voting story={story} round={round} />;
    case 'counting':
      return <Counting round={round} />;
    case 'completed':
      return <Completed story={story} round={round} />;
  }
}

function NoRound({ story }: { story: StoryView }) {
  const t = useT('contest');
  return (
    <>
      <RoundHead number={1} badge={t('contest.badge_none')} />
      <p className={styles.left}>{t('contest.none')}</p>
      {story.progress === 'ongoing' && (
        <p className="small soft">{t('contest.starts_it', { name: story.creator.username })}</p>
      )}
    </>
  );
}

function Scheduled({ story, round }: Props) {
  const t = useT('contest');
  const gap = useGap();
  const { number, startsAt, minParticipants: needed, participantCount } = round;
  const missing = missingAuthors(round);
  const joined =
    missing > 0
      ? t('contest.joined', { joined: participantCount, needed })
      : t('contest.have_joined', { count: participantCount });
  return (
    <>
      <RoundHead
        number={number}
        kind={missing > 0 ? 'warn' : 'ok'}
        badge={missing > 0 ? t('contest.badge_short') : t('contest.badge_scheduled')}
      />
      <p className={styles.left}>{missing > 0 ? t('contest.missing', { count: missing }) : t('contest.enough')}</p>
      <p className="small soft">
        {joined}
        {gap}
        {startsAt === null ? (
          t('contest.starts_when_enough', { needed })
        ) : missing > 0 ? (
          <Sentence
            id="contest.due_and_short"
            params={{ needed }}
            wraps={{ moment: () => <Deadline at={startsAt} /> }}
            parts={['contest']}
          />
        ) : (
          <Sentence id="contest.starts_on" wraps={{ moment: () => <Deadline at={startsAt} /> }} parts={['contest']} />
        )}
      </p>
      {missing > 0 && <SeatsTie taken={participantCount} needed={needed} />}
      <JoinSlot story={story} look="button" label={t('contest.join_and_write')} />
    </>
  );
}

/** How long the phase still lasts: the words, the date, and the drawing of both phases. */
function Left({ round, until }: { round: RoundView; until: string }) {
  const t = useT('contest');
  const day = useDay();
  const { startedAt, writingEndsAt, status } = round;
  const end = lastMoment(round);
  const days = writingEndsAt && end && { writing: day(writingEndsAt, 'long'), voting: day(end, 'long') };
  return (
    <>
      <p className={`${styles.left} ${styles.countdown}`}>
        <TimeLeft until={until} announced beside />
      </p>
      <p className="small soft">
        <Sentence id="contest.until" wraps={{ moment: () => <Deadline at={until} /> }} parts={['contest']} />
      </p>
      {startedAt && writingEndsAt && days && (
        <TimeThread
          from={startedAt}
          to={end}
          middle={writingEndsAt}
          label={status === 'voting' ? t('contest.clock_voting', days) : t('contest.clock_writing', days)}
          className={styles.clock}
        />
      )}
    </>
  );
}

/** What there is to do, for a member with what they have done of it. */
function Todo({ story, round, children }: Props & { children: ReactNode }) {
  const signedIn = useSignedIn();
  const shown = <ul className={styles.todo}>{children}</ul>;
  return (
    <div className={styles.mine}>
      {signedIn ? (
        <Suspense fallback={shown}>
          <MemberRound round={round} language={story.language} shown={shown} />
        </Suspense>
      ) : (
        shown
      )}
    </div>
  );
}

function Writing({ story, round }: Props) {
  const t = useT('contest');
  return (
    <>
      <RoundHead number={round.number} kind="ok" badge={t('contest.badge_writing')} />
      {round.writingEndsAt && <Left round={round} until={round.writingEndsAt} />}
      <Todo story={story} round={round}>
        <li>{t('contest.entries_in', { count: round.entryCount })}</li>
      </Todo>
    </>
  );
}

function Closed({ story, round }: Props) {
  const t = useT('contest');
  const latest = round.writingEndsAt && after(new Date(round.writingEndsAt), REVIEW_WAIT).toISOString();
  return (
    <>
      <RoundHead number={round.number} badge={t('contest.badge_closed')} />
      <p className={styles.left}>{t('contest.closed')}</p>
      {latest && (
        <p className="small soft">
          <Sentence id="contest.closed_text" wraps={{ moment: () => <Deadline at={latest} /> }} parts={['contest']} />
        </p>
      )}
      <Todo story={story} round={round}>
        <li className={styles.done}>{t('contest.entries_in', { count: round.entryCount })}</li>
      </Todo>
    </>
  );
}

function Voting({ story, round }: Props) {
  const t = useT('contest');
  return (
    <>
      <RoundHead number={round.number} kind="ok" badge={t('contest.badge_voting')} />
      {round.votingEndsAt && <Left round={round} until={round.votingEndsAt} />}
      <Todo story={story} round={round}>
        <li>{t('contest.to_choose_from', { count: round.entryCount })}</li>
      </Todo>
    </>
  );
}

function Counting({ round }: { round: RoundView }) {
  const t = useT('contest');
  return (
    <>
      <RoundHead number={round.number} badge={t('contest.badge_counting')} />
      <p className={styles.left}>{t('contest.counting')}</p>
      <p className="small soft">{t('contest.counting_text')}</p>
    </>
  );
}

function Completed({ story, round }: Props) {
  const t = useT('contest');
  const sentences = useSentences();
  const { id, number, entryCount, result } = round;
  const winner = result?.winner ?? null;
  const toResult = entryCount > 0 && <ButtonLink to={roundPath(id)}>{t('contest.result')}</ButtonLink>;
  if (!result || !winner) {
    return (
      <>
        <RoundHead number={number} badge={t('contest.badge_completed')} />
        <p className={styles.left}>{t('contest.no_winner')}</p>
        <p className="small soft">{entryCount > 0 ? t('contest.no_winner_text') : t('contest.nobody_entered')}</p>
        {toResult && <div className={styles.actions}>{toResult}</div>}
      </>
    );
  }
  const { title, author, chapter, votes } = winner;
  const how =
    entryCount === 1
      ? t('contest.won_alone')
      : result.votes === 0
        ? t('contest.won_first')
        : t('contest.won_with', { votes, total: result.votes, entries: entryCount });
  return (
    <>
      <RoundHead number={number} badge={t('contest.badge_completed')} />
      <p className={styles.left}>
        {title === null ? (
          t('contest.goes_on_hidden')
        ) : (
          <Sentence
            id="contest.goes_on"
            wraps={{
              entry: () => (
                <span className={styles.title} lang={LANGUAGE_TAGS[story.language]}>
                  {title}
                </span>
              ),
            }}
            parts={['contest']}
          />
        )}
      </p>
      <p className="small soft">
        {sentences(
          author && t('contest.by', { name: author.username }),
          how,
          t('contest.is_chapter', { number: chapter.number }),
        )}
      </p>
      <ResultTie result={result} />
      <div className={styles.actions}>
        <ButtonLink to={`/story/${story.id}/chapter/${chapter.id}`}>
          {t('contest.read_chapter', { number: chapter.number })}
        </ButtonLink>
        {toResult}
      </div>
    </>
  );
}
