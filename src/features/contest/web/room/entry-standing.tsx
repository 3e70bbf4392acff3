import room from '#features/chapters/web/room/room.module.css';
import type { Writing } from '#features/chapters/web/saving/use-writing.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import type { SubmissionView } from '../../contract.ts';

/** Which version stands in the round, how its review goes, and whether the text in hand is another one by now. */
export function EntryStanding({ submission, writing }: { submission: SubmissionView; writing: Writing }) {
  const t = useT('submission', 'chapters');
  const moment = useMoment();
  const { status, submittedAt, version, rejectionReason, review } = submission;
  const isNewer = writing.state === 'device' || (writing.draft !== null && writing.draft.version !== version);
  if (status === 'rejected') {
    return (
      <Banner kind="danger">
        <b>{t('submission.out_title')}</b>{' '}
        {rejectionReason ? t('chapters.sent_back_reason', { reason: rejectionReason }) : t('submission.out_change')}
      </Banner>
    );
  }
  if (submittedAt === null) return null;
  const state =
    status === 'approved'
      ? t('submission.state_approved')
      : review?.state === 'manual'
        ? t('submission.state_manual')
        : t('submission.state_automatic');
  return (
    <div className={room.notices} aria-live="polite">
      <Banner {...(status === 'approved' ? { kind: 'ok' } : {})}>
        <b>{t('submission.entered', { time: moment(submittedAt) })}</b> {state} {isNewer && t('submission.newer')}
      </Banner>
    </div>
  );
}
