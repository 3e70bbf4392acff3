import { SECOND } from '#core/time.ts';
import type { ReviewState } from '#features/moderation/model/review-status.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { Stepper, type StepperStep } from '#web/ui/stepper.tsx';
import type { WritingMode } from '../model/writing-mode.ts';
import { useModeColor } from './mode.tsx';

interface Props {
  review: { state: ReviewState; submittedAt: string };
  mode: WritingMode | null;
  /** When it was published. Null if it isn’t. */
  publicSince: string | null;
}

/** The pre-review alone never takes longer. If it took longer, a moderator reviewed it. */
const CHECK_LASTS = 30 * SECOND;

/** The steps from submission to publication, as a thread that fills. */
export function ReviewWay({ review, mode, publicSince }: Props) {
  const t = useT('publishing');
  const color = useModeColor();
  const { state, submittedAt } = review;
  const took = publicSince ? new Date(publicSince).getTime() - new Date(submittedAt).getTime() : null;
  const byPerson = took === null ? state === 'manual' || state === 'rejected' : took > CHECK_LASTS;
  const isOut = publicSince !== null && state === 'approved';
  const seconds = took === null ? 0 : Math.max(1, Math.round(took / SECOND));
  const checked = byPerson
    ? t('publishing.check_unsure')
    : isOut && took !== null
      ? t('publishing.check_passed', { seconds })
      : null;
  const stops: StepperStep[] = [
    { name: t('publishing.handed_in'), note: <ClockTime at={submittedAt} />, at: 'done' },
    state === 'automatic'
      ? { name: t('publishing.check'), note: t('publishing.check_reading'), at: 'here' }
      : { name: t('publishing.check'), note: checked, at: 'done' },
  ];
  if (byPerson)
    stops.push(
      state === 'manual'
        ? { name: t('publishing.person'), note: t('publishing.person_waiting'), at: 'here' }
        : { name: t('publishing.person'), at: 'done' },
    );
  if (state === 'rejected') stops.push({ name: t('publishing.sent_back'), at: 'here' });
  else if (isOut) stops.push({ name: t('publishing.public'), note: <ClockTime at={publicSince} />, at: 'here' });
  else stops.push({ name: t('publishing.public'), note: t('publishing.public_yet'), at: 'yet' });
  return <Stepper stops={stops} className={mode && color(mode)} />;
}
