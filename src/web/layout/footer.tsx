import { lazy, Suspense, useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { Link } from '../ui/link.tsx';
import styles from './bars.module.css';
import { useSite } from './use-site.ts';

const FeedbackDialog = lazy(() =>
  import('#features/moderation/web/feedback-dialog.tsx').then((m) => ({ default: m.FeedbackDialog })),
);

export function Footer() {
  const t = useT();
  const { name, year } = useSite();
  const [feedback, setFeedback] = useState(false);
  return (
    <footer className={`${styles.foot} no-print`}>
      <div className="wrap">
        <span>
          © {year} {name}
        </span>
        <Link to="/about">{t('common.about')}</Link>
        <Link to="/agreement/user">{t('common.agreement')}</Link>
        <Link to="/agreement/privacy">{t('common.privacy')}</Link>
        <button type="button" onClick={() => setFeedback(true)}>
          {t('common.feedback')}
        </button>
        <button type="button" data-act="consent" data-value="">
          {t('common.cookie_settings')}
        </button>
      </div>
      <Suspense>{feedback && <FeedbackDialog onClose={() => setFeedback(false)} />}</Suspense>
    </footer>
  );
}
