import { lazy, useState } from 'react';
import { useAsMember } from '#features/accounts/web/login-context.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { Link } from '#web/ui/link.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './bars.module.css';

const FeedbackDialog = lazy(() =>
  import('#features/moderation/web/feedback-dialog.tsx').then((m) => ({ default: m.FeedbackDialog })),
);

export function Footer() {
  const t = useT();
  const { name, year } = useSite();
  const [feedback, setFeedback] = useState(false);
  const asMember = useAsMember('feedback');
  const close = () => setFeedback(false);
  return (
    <>
      <footer className={`${styles.foot} no-print`}>
        <div className="wrap">
          <span>
            © {year} {name}
          </span>
          <Link to="/about">{t('common.about')}</Link>
          <Link to="/agreement/user">{t('common.agreement')}</Link>
          <Link to="/agreement/privacy">{t('common.privacy')}</Link>
          <button type="button" onClick={() => asMember(() => setFeedback(true))}>
            {t('common.feedback')}
          </button>
          <button type="button" data-act="cookies" data-value="ask">
            {t('common.cookie_settings')}
          </button>
        </div>
      </footer>
      {feedback && (
        <LazyBoundary waiting={<ProgressBar />} onFailure={close}>
          <FeedbackDialog onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
