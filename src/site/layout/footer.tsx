import { to } from '#core/pages.ts';
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
        <Link to={to.about()}>{t('common.about')}</Link>
        <Link to={to.agreement({ type: 'user' })}>{t('common.agreement')}</Link>
        <Link to={to.agreement({ type: 'privacy' })}>{t('common.privacy')}</Link>
        <Link to={to.accessibility()}>{t('common.accessibility')}</Link>
        <Link to={to.report()}>{t('common.give_notice')}</Link>
        <Link to={to.transparency()}>{t('common.transparency')}</Link>
        <button type="button" className="needs-script" {...press('feedback', {})}>
          {t('common.feedback')}
        </button>
        <button type="button" className="needs-script" data-act="cookies" data-value="ask">
          {t('common.cookie_settings')}
        </button>
      </div>
    </footer>
  );
}
