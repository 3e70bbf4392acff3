import { useEffect, useRef } from 'react';
import { to } from '#core/pages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import type { Writing } from '#features/chapters/web/saving/use-writing.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { useMoment } from '#web/ui/clock-time.tsx';
import { Link } from '#web/ui/link.tsx';
import type { SubmissionView } from '../../contract.ts';

interface Props {
  submission: SubmissionView;
  storyId: string;
  writing: Writing;
  /** How often the entry was submitted on this page. Each time, the page scrolls to this banner. */
  sent: number;
}

/** Returns true if the text in the editor differs from the submitted version. */
export function isNewerThan({ version }: SubmissionView, { state, draft }: Writing): boolean {
  return state === 'device' || (draft !== null && draft.version !== version);
}

/** Which version is submitted, the state of its review, and whether the current text is newer. */
export function EntryStatusBanner({ submission, storyId, writing, sent }: Props) {
  const t = useT('submission', 'chapters');
  const moment = useMoment();
  const { status, submittedAt, rejectionReason, review, can } = submission;
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box may only be rendered with the response
  useEffect(() => {
    if (sent === told.current || !box.current) return;
    told.current = sent;
    box.current.focus({ preventScroll: true });
    // The top bar of the editor covers what is only scrolled into view.
    scrollTo({ top: 0 });
  }, [sent, status, submittedAt]);
  const isNewer = isNewerThan(submission, writing);
  if (status === 'rejected' && !can.submit) return <TakenOut reason={rejectionReason} />;
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
    <div className={editorPage.notices} aria-live="polite" ref={box} tabIndex={-1}>
      <Banner
        {...(status === 'approved' ? { kind: 'ok' } : {})}
        action={<Link to={to.story({ storyId })}>{t('chapters.back_to_story')}</Link>}
      >
        <b>{t('submission.entered', { time: moment(submittedAt) })}</b> {state} {isNewer && t('submission.newer')}
      </Banner>
    </div>
  );
}

/** Disqualified for good: nothing can be submitted in its place. */
function TakenOut({ reason }: { reason: string | null }) {
  const t = useT('submission', 'errors');
  return (
    <Banner kind="danger">
      {t('error.entry_disqualified')} {reason && t('submission.out_reason_only', { reason })}
    </Banner>
  );
}
