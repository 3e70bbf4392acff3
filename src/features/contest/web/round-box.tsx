import type { ReactNode } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { after } from '#core/time.ts';
import { JoinSlot } from '#features/participation/web/join-slot.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { moment } from '#web/motion/moment.ts';
import { Slot } from '#web/page/slot.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Deadline } from '#web/ui/deadline.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { RoundView } from '../contract.ts';
import { REVIEW_WAIT } from '../model/contest-limits.ts';
import styles from './round.module.css';
import { RoundHead } from './round-head.tsx';
import { lastMoment, missingAuthors, type RoundPhase, roundPhaseOf } from './round-phase.ts';
import { RoundTimeline, type RoundTimelineProps } from './round-timeline.tsx';
import { ResultTie, SeatsTie } from './tie.tsx';
import { useGap, useSentences } from './use-words.ts';

/** The fields of a story that its creator needs to start a round. */
export type StartedStory = Pick<StoryView, 'id' | 'title' | 'contest' | 'participantCount'>;
/** A scheduled round. */
export type AnnouncedRoundView = Pick<RoundView, 'id' | 'storyId' | 'number' | 'startsAt' | 'minParticipants'>;
/** A round that members can take part in. */
export type RunningRound = Pick<RoundView, 'id' | 'storyId' | 'status' | 'closed' | 'entryCount'>;

declare module '#web/page/slot.tsx' {
  interface Slots {
    'first-round': { story: StartedStory };
    'announced-round': { story: StartedStory; round: AnnouncedRoundView };
    'next-round': { story: StartedStory; number: number };
    'member-round': { round: RunningRound; language: Language };
    'round-timeline': RoundTimelineProps;
  }
}

interface Props {
  story: StoryView;
  round: RoundView;
}

/** State of the newest round, as everyone sees it. What the reader can do is added once the reader is known. */
export function RoundBox({ story, round }: { story: StoryView; round: RoundView | null }) {
  const phase = round && roundPhaseOf(round);
  const { id, title, contest, participantCount } = story;
  const started: StartedStory = { id, title, contest, participantCount };
  if (!round || !phase) {
    return (
      <Slot name="first-round" props={{ story: started }}>
        <NoRound story={story} />
      </Slot>
    );
  }
  const { storyId, number, startsAt, minParticipants } = round;
  const announced: AnnouncedRoundView = { id: round.id, storyId, number, startsAt, minParticipants };
  return (
    <>
      <PhaseBox story={story} round={round} phase={phase} />
      {phase === 'scheduled' && <Slot name="announced-round" props={{ story: started, round: announced }} />}
      {phase === 'completed' && <Slot name="next-round" props={{ story: started, number: number + 1 }} />}
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

/** Time left in the phase: as text, as a date, and as a drawing of both phases. */
function Left({ round, until }: { round: RoundView; until: string }) {
  const { startedAt, writingEndsAt, status } = round;
  const end = lastMoment(round);
  const timeline = startedAt &&
    writingEndsAt &&
    end && { startedAt, writingEndsAt, end, isVoting: status === 'voting' };
  return (
    <>
      <p className={`${styles.left} ${styles.countdown}`}>
        <TimeLeftSlot until={until} announced beside />
      </p>
      <p className="small soft">
        <Sentence id="contest.until" wraps={{ moment: () => <Deadline at={until} /> }} parts={['contest']} />
      </p>
      {timeline && (
        <Slot name="round-timeline" props={timeline}>
          <RoundTimeline {...timeline} />
        </Slot>
      )}
    </>
  );
}

/** What there is to do. For members, includes what they have already done. */
function Todo({ story, round, children }: Props & { children: ReactNode }) {
  const { id, storyId, status, closed, entryCount } = round;
  return (
    <div className={styles.mine}>
      <Slot
        name="member-round"
        props={{ round: { id, storyId, status, closed, entryCount }, language: story.language }}
      >
        <ul className={styles.todo}>{children}</ul>
      </Slot>
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
  const toResult = entryCount > 0 && <ButtonLink to={to.voting({ roundId: id })}>{t('contest.result')}</ButtonLink>;
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
      <ResultTie result={result} {...moment('strands', `round-${round.id}`, 1)} />
      <div className={styles.actions}>
        <ButtonLink to={to.chapter({ storyId: story.id, chapterId: chapter.id })}>
          {t('contest.read_chapter', { number: chapter.number })}
        </ButtonLink>
        {toResult}
      </div>
    </>
  );
}
