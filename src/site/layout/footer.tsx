import { useT } from '#web/i18n/i18n.tsx';
import { press } from '#web/page/press.ts';
import { Link } from '#web/ui/link.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './bars.module.css';

export function Footer() {
  const t = useT();
  const { name, year } = useSite();
  return (
    <footer className={`${styles.foot} no-print`}>
      <div className="wrap">
        <span>
          © {year} {name}
        </span>
        <Link to="/about">{t('common.about')}</Link>
        <Link to="/agreement/user">{t('common.agreement')}</Link>
        <Link to="/agreement/privacy">{t('common.privacy')}</Link>
        <button type="button" {...press('feedback', {})}>
          {t('common.feedback')}
        </button>
        <button type="button" data-act="cookies" data-value="ask">
          {t('common.cookie_settings')}
        </button>
      </div>
    </footer>
  );
}
