import { lazy, useState } from 'react';
import { useAsMember } from '#features/accounts/web/login-context.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import type { TargetKind } from '../model/restriction.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })));

/** The way to report something, for everybody; visitors log in first. The dialog is fetched when it is wanted. */
export function ReportButton({ kind, targetId }: { kind: TargetKind; targetId: string }) {
  const t = useT();
  const asMember = useAsMember('report');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <TextButton className="soft" onClick={() => asMember(() => setOpen(true))}>
        {t('common.report')}
      </TextButton>
      {open && (
        <LazyBoundary waiting={<ProgressBar />} onFailure={close}>
          <ReportDialog kind={kind} targetId={targetId} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
