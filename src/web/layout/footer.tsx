import { lazy, useState } from 'react';
import { useLogin } from '#features/accounts/web/login-context.tsx';
import { refreshToken } from '../api/session.ts';
import { useT } from '../i18n/i18n.tsx';
import { Island } from '../ui/island.tsx';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './bars.module.css';
import { ProgressBar } from './page-progress.tsx';
import { useSite } from './use-site.ts';

const FeedbackDialog = lazy(() =>
  import('#features/moderation/web/feedback-dialog.tsx').then((m) => ({ default: m.FeedbackDialog })),
);

export function Footer() {
  const t = useT();
  const { name, year } = useSite();
  const [feedback, setFeedback] = useState(false);
  const openLogin = useLogin();
  const open = () => setFeedback(true);
  const close = () => setFeedback(false);
  const openFeedback = () => {
    // Asked at the press: one that came before React was there is pressed again before members are known as such.
    if (refreshToken() !== null) return open();
    toast(t('common.login_first'));
    openLogin({ wish: 'feedback', after: open });
  };
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
          <button type="button" onClick={openFeedback}>
            {t('common.feedback')}
          </button>
          <button type="button" data-act="consent" data-value="">
            {t('common.cookie_settings')}
          </button>
        </div>
      </footer>
      {feedback && (
        <Island waiting={<ProgressBar />} onFailure={close}>
          <FeedbackDialog onClose={close} />
        </Island>
      )}
    </>
  );
}
