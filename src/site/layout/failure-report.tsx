import { lazy, useState } from 'react';
import { useAsMember } from '#features/accounts/web/login-context.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';
import styles from './page-failure.module.css';

const FeedbackDialog = lazy(() =>
  import('#features/moderation/web/feedback-dialog.tsx').then((m) => ({ default: m.FeedbackDialog })),
);

/** Where and when a page failed, for whoever wants to tell us. */
export function FailureReport() {
  const t = useT('feedback');
  const asMember = useAsMember('feedback');
  const [place] = useState(() => `${location.pathname}${location.search} · ${new Date().toISOString()}`);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <details className={styles.report}>
      <summary>{t('feedback.for_report')}</summary>
      <p>
        <code>{place}</code>
      </p>
      <Button small onClick={() => asMember(() => setOpen(true))}>
        {t('feedback.send_with')}
      </Button>
      {open && (
        <LazyBoundary waiting={<ProgressBar />} onFailure={close}>
          <FeedbackDialog note={place} onClose={close} />
        </LazyBoundary>
      )}
    </details>
  );
}
