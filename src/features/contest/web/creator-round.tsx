import { type FormEvent, useId, useState } from 'react';
import { to } from '#core/pages.ts';
import { InviteUsers } from '#features/participation/web/invite-users.tsx';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { Sentence, useFind, useT } from '#web/i18n/i18n.tsx';
import { StaticPart } from '#web/page/static-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { type ContestState, contestApi } from '../contract.ts';
import styles from './round.module.css';
import type { AnnouncedRoundView, StartedStory } from './round-box.tsx';
import { RoundHead } from './round-head.tsx';
import { StartFields, useStart } from './start-fields.tsx';
import { useContestState } from './use-contest-state.ts';
import { useRoundViewer } from './use-round-viewer.ts';
import { useDuration } from './use-words.ts';

/** Lets the creator of a story without rounds start the first one. Replaces what others see. */
export function FirstRound(props: { story: StartedStory }) {
  return (
    <QueryProvider>
      <First {...props} />
    </QueryProvider>
  );
}

function First({ story }: { story: StartedStory }) {
  const t = useT('contest');
  const find = useFind('errors');
  const { data } = useContestState(story.id);
  if (data?.can.createRound) {
    return (
      <>
        <RoundHead number={1} badge={t('contest.badge_none')} />
        <StartForm story={story} number={1} state={data} />
      </>
    );
  }
  return (
    <>
      <StaticPart />
      {data?.refusal === 'first_chapter_missing' && <p className="soft">{find('error.first_chapter_missing')}</p>}
    </>
  );
}

/** Lets the creator start the next round, below the result of the last one. */
export function NextRound(props: { story: StartedStory; number: number }) {
  return (
    <QueryProvider>
      <Next {...props} />
    </QueryProvider>
  );
}

function Next({ story, number }: { story: StartedStory; number: number }) {
  const { data } = useContestState(story.id);
  if (!data?.can.createRound) return null;
  return (
    <div className={styles.below}>
      <StartForm story={story} number={number} state={data} />
    </div>
  );
}

/** Lets the creator change the start of a scheduled round, or cancel it. */
export function AnnouncedRound(props: { story: StartedStory; round: AnnouncedRoundView }) {
  return (
    <QueryProvider>
      <Announced {...props} />
    </QueryProvider>
  );
}

function StartForm({ story, number, state }: { story: StartedStory; number: number; state: ContestState }) {
  const t = useT('contest');
  const why = useId();
  const start = useStart('now');
  const { isBusy, act } = useStoryAction(story.id);
  const { contest, participantCount } = story;
  if (!contest) return null;
  const needed = contest.minParticipants;
  const isShort = start.value === 'now' && state.missing > 0;
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isShort) return;
    const startsAt = start.check();
    if (startsAt === undefined) return;
    void act(
      () =>
        call(contestApi.createRound, {
          storyId: story.id,
          start: start.value,
          ...(startsAt === null ? {} : { startsAt }),
        }),
      { done: ({ status }) => (status === 'scheduled' ? t('contest.announced') : t('contest.started')) },
    );
  };
  return (
    <form className={styles.form} noValidate onSubmit={begin}>
      <p className={styles.left}>{t('contest.start_round', { number })}</p>
      {state.missing > 0 && (
        <p className="small soft" id={why}>
          {t('contest.missing_now', { count: state.missing, joined: participantCount, needed })}
        </p>
      )}
      <StartFields start={start} withNow needed={needed} />
      <Times story={story} />
      <div className={styles.actions}>
        <Button
          kind="primary"
          type="submit"
          busy={isBusy}
          aria-disabled={isShort || undefined}
          aria-describedby={isShort ? why : undefined}
        >
          {start.value === 'now' ? t('contest.start_do') : t('contest.announce_do')}
        </Button>
        <InviteUsers storyId={story.id} title={story.title} label={t('contest.invite')} />
      </div>
    </form>
  );
}

/** The lengths of the phases, and a link to change them. */
function Times({ story: { id, contest } }: { story: StartedStory }) {
  const duration = useDuration();
  if (!contest) return null;
  return (
    <p className="small soft">
      <Sentence
        id="contest.times"
        params={{ writing: duration(contest.writingHours), voting: duration(contest.votingHours) }}
        wraps={{ change: (text) => <Link to={to.editStory({ storyId: id })}>{text}</Link> }}
        parts={['contest']}
      />
    </p>
  );
}

function Announced({ story, round }: { story: StartedStory; round: AnnouncedRoundView }) {
  const t = useT('contest');
  const { data } = useRoundViewer(round);
  const [asked, setAsked] = useState<'move' | 'give_up' | null>(null);
  if (!data?.can.change) return null;
  const close = () => setAsked(null);
  return (
    <div className={classNames(styles.form, styles.below)}>
      <Times story={story} />
      <div className={styles.actions}>
        <InviteUsers storyId={story.id} title={story.title} label={t('contest.invite')} />
        <Button onClick={() => setAsked('move')}>{t('contest.move')}</Button>
        <Button onClick={() => setAsked('give_up')}>{t('contest.give_up')}</Button>
      </div>
      {asked === 'move' && <MoveDialog story={story} round={round} onClose={close} />}
      {asked === 'give_up' && <GiveUpDialog round={round} onClose={close} />}
    </div>
  );
}

function MoveDialog({
  story,
  round,
  onClose,
}: {
  story: StartedStory;
  round: AnnouncedRoundView;
  onClose: () => void;
}) {
  const t = useT('contest');
  const start = useStart(round.startsAt === null ? 'when_enough' : 'at', round.startsAt);
  const { isBusy, act } = useStoryAction(story.id);
  const move = async (event: FormEvent) => {
    event.preventDefault();
    const startsAt = start.check();
    if (isBusy || startsAt === undefined) return;
    const isDone = await act(() => call(contestApi.updateRound, { roundId: round.id, startsAt }), {
      done: t('contest.moved'),
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title={t('contest.move_title', { number: round.number })} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void move(event)}>
        <StartFields start={start} needed={round.minParticipants} />
        <DialogActions>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t('contest.move')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function GiveUpDialog({ round, onClose }: { round: AnnouncedRoundView; onClose: () => void }) {
  const t = useT('contest');
  const { isBusy, act } = useStoryAction(round.storyId);
  const giveUp = async () => {
    const isDone = await act(() => call(contestApi.deleteRound, { roundId: round.id }), {
      done: t('contest.given_up'),
    });
    if (isDone) onClose();
  };
  return (
    <Dialog title={t('contest.give_up_title', { number: round.number })} onClose={onClose}>
      <p>{t('contest.give_up_text')}</p>
      <DialogActions>
        <Button kind="bare" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button kind="danger" busy={isBusy} onClick={() => void giveUp()}>
          {t('contest.give_up')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
