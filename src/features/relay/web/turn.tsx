import { lazy, Suspense } from 'react';
import type { StoryView } from '#features/stories/contract.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { MemberLink } from '#web/ui/member-link.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import type { RelayTurn } from '../contract.ts';
import { joinNames } from './names.ts';
import styles from './turn.module.css';
import { TurnTimeline } from './turn-timeline.tsx';

const TurnActions = lazy(() => import('./turn-actions.tsx').then((m) => ({ default: m.TurnActions })));

type Current = NonNullable<RelayTurn['current']>;

/** Whose turn it is, how long still, and who comes after. What the reader can do about it comes once they are known. */
export function TurnPanel({ story, turn }: { story: StoryView; turn: RelayTurn }) {
  const t = useT('relay');
  const language = useLanguage();
  const signedIn = useSignedIn();
  const { current, queue, skipped } = turn;
  return (
    <>
      <h2 className="hide">{t('relay.whose_turn')}</h2>
      {current ? <Writing current={current} /> : <Nobody />}
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
      <Suspense>{signedIn && <TurnActions story={story} turn={turn} />}</Suspense>
    </>
  );
}

function Writing({ current: { user, phase, chapterNumber, startedAt, deadline } }: { current: Current }) {
  const t = useT('relay');
  const isInReview = phase === 'review';
  return (
    <>
      <div className={styles.now}>
        <Avatar name={user.username} src={user.avatar} size="big" colorIndex={user.number} />
        <div>
          <b>{user.username}</b>
          <p className="small soft">
            {isInReview
              ? t('relay.has_written', { number: chapterNumber })
              : t('relay.is_writing', { number: chapterNumber })}
          </p>
        </div>
      </div>
      <p className={styles.left}>
        {isInReview ? t('relay.clock_stands') : deadline ? <TimeLeft until={deadline} /> : t('relay.no_clock')}
      </p>
      {(isInReview || deadline) && (
        <TurnTimeline startedAt={startedAt} deadline={isInReview ? null : deadline} number={user.number} />
      )}
      {isInReview && <p className="small soft">{t('relay.in_review_text')}</p>}
      {!isInReview && !deadline && <p className="small soft">{t('relay.no_clock_text')}</p>}
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
