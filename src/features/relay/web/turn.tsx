import type { StoryView } from '#features/stories/contract.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { MemberLink } from '#web/ui/member-link.tsx';
import { TimeLeftSlot } from '#web/ui/time-left-slot.tsx';
import type { RelayTurn } from '../contract.ts';
import { CurrentWriter, type CurrentWriterProps } from './current-writer.tsx';
import { joinNames } from './names.ts';
import styles from './turn.module.css';
import { TurnTimeline, type TurnTimelineProps } from './turn-timeline.tsx';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'turn-timeline': TurnTimelineProps;
    'current-writer': CurrentWriterProps;
    'turn-actions': { storyId: string };
    'write-turn': { storyId: string };
  }
}

type Current = NonNullable<RelayTurn['current']>;

/** The current writer, the time left, and the queue. What the reader can do is added once the reader is known. */
export function TurnPanel({ story, turn }: { story: Pick<StoryView, 'id' | 'progress'>; turn: RelayTurn }) {
  const t = useT('relay');
  const language = useLanguage();
  const { current, queue, skipped } = turn;
  return (
    <>
      <h2 className="hide">{t('relay.whose_turn')}</h2>
      {current ? <Writing current={current} isPaused={story.progress === 'paused'} /> : <Nobody />}
      {queue.length > 0 && (
        <div>
          <p className="small soft">{t('relay.after_that')}</p>
          <ol className={styles.queue}>
            {queue.map(({ id, username, slug, avatar, number }) => (
              <li key={id}>
                <Avatar name={username} src={avatar} colorIndex={number} />
                <MemberLink className={classNames(styles.name, 'quiet')} slug={slug} title={username}>
                  {username}
                </MemberLink>
              </li>
            ))}
          </ol>
        </div>
      )}
      {skipped.length > 0 && (
        <p className="small soft">{t('relay.skipped', { names: joinNames(skipped, language) })}</p>
      )}
      <Slot name="turn-actions" props={{ storyId: story.id }} />
    </>
  );
}

function Writing({ current, isPaused }: { current: Current; isPaused: boolean }) {
  const { user, phase, chapterNumber, startedAt, deadline } = current;
  const t = useT('relay');
  const isInReview = phase === 'review';
  const writer = { userId: user.id, username: user.username, chapterNumber, isInReview };
  const timeline = { startedAt, deadline: isInReview ? null : deadline, number: user.number };
  return (
    <>
      <div className={styles.now}>
        <Avatar name={user.username} src={user.avatar} size="big" colorIndex={user.number} />
        <Slot name="current-writer" props={writer}>
          <CurrentWriter {...writer} />
        </Slot>
      </div>
      <p className={styles.left}>
        {isInReview || isPaused ? (
          t('relay.clock_stands')
        ) : deadline ? (
          <TimeLeftSlot until={deadline} />
        ) : (
          t('relay.no_clock')
        )}
      </p>
      {(isInReview || deadline) && (
        <Slot name="turn-timeline" props={timeline}>
          <TurnTimeline {...timeline} />
        </Slot>
      )}
      {isInReview && <p className="small soft">{t('relay.in_review_text')}</p>}
      {!isInReview && !deadline && (
        <p className="small soft">{isPaused ? t('relay.paused_text') : t('relay.no_clock_text')}</p>
      )}
    </>
  );
}

function Nobody() {
  const t = useT('relay');
  return (
    <>
      <p className={styles.left}>{t('relay.nobody')}</p>
      <p className="soft">{t('relay.nobody_text')}</p>
    </>
  );
}
