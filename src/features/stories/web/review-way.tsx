import type { ReactNode } from 'react';
import { SECOND } from '#core/time.ts';
import type { ReviewState } from '#features/moderation/model/review-status.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import type { WritingMode } from '../model/writing-mode.ts';
import dye from './dye.module.css';
import styles from './review-way.module.css';

interface Props {
  review: { state: ReviewState; submittedAt: string };
  mode: WritingMode | null;
  /** Since when the world can read it; null while it cannot. */
  publicSince: string | null;
}

/** The pre-review alone is never slower than this; what took longer was read by a person. */
const CHECK_LASTS = 30 * SECOND;

/** The way of a text from being handed in to being public, as a thread that fills. */
export function ReviewWay({ review, mode, publicSince }: Props) {
  const t = useT('publishing');
  const { state, submittedAt } = review;
  const took = publicSince ? new Date(publicSince).getTime() - new Date(submittedAt).getTime() : null;
  const byPerson = took === null ? state === 'manual' || state === 'rejected' : took > CHECK_LASTS;
  const isOut = publicSince !== null && state === 'approved';
  return (
    <ol className={classNames(styles.way, mode && dye[mode])}>
      <Stop title={t('publishing.handed_in')}>
        <ClockTime at={submittedAt} />
      </Stop>
      <Stop title={t('publishing.check')} at={state === 'automatic' ? 'here' : 'done'}>
        {state === 'automatic' && t('publishing.check_reading')}
        {byPerson && t('publishing.check_unsure')}
        {isOut &&
          took !== null &&
          !byPerson &&
          t('publishing.check_passed', { seconds: Math.max(1, Math.round(took / SECOND)) })}
      </Stop>
      {byPerson && (
        <Stop title={t('publishing.person')} at={state === 'manual' ? 'here' : 'done'}>
          {state === 'manual' && t('publishing.person_waiting')}
        </Stop>
      )}
      {state === 'rejected' ? (
        <Stop title={t('publishing.sent_back')} at="here" />
      ) : (
        <Stop title={t('publishing.public')} at={isOut ? 'here' : 'yet'}>
          {isOut ? <ClockTime at={publicSince} /> : t('publishing.public_yet')}
        </Stop>
      )}
    </ol>
  );
}

function Stop({ title, at = 'done', children }: { title: string; at?: 'done' | 'here' | 'yet'; children?: ReactNode }) {
  return (
    <li className={at === 'done' ? undefined : styles[at]} aria-current={at === 'here' ? 'step' : undefined}>
      <b>{title}</b>
      {children}
    </li>
  );
}
