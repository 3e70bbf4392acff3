import { X } from 'lucide';
import { useT } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './bars.module.css';
import { useSite } from './use-site.ts';

/**
 * Shown until a choice is kept; both choices weigh the same (spec §4, trust #61). On a chapter's page it stays still at
 * the end: nothing ever lies over the text of a chapter.
 */
export function CookieBar({ still = false }: { still?: boolean }) {
  const t = useT();
  const { name } = useSite();
  return (
    <section
      className={classNames(styles.cookie, !still && styles.sticky, 'until-consent no-print')}
      aria-label={t('common.cookies')}
    >
      <div className="wrap">
        <p>{t('common.cookie_text', { site: name })}</p>
        <div className={styles.acts}>
          <Button small data-act="consent" data-value="necessary">
            {t('common.cookie_necessary')}
          </Button>
          <Button small data-act="consent" data-value="true">
            {t('common.cookie_all')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** One line on phones until it is dismissed. */
export function PhoneNotice() {
  const t = useT();
  return (
    <aside className={`${styles.noticePhone} until-notice no-print`}>
      <div className="wrap">
        <p>{t('common.phone_notice')}</p>
        <Button kind="icon" data-act="dismiss" data-value="notice" aria-label={t('common.dismiss')}>
          <Icon of={X} />
        </Button>
      </div>
    </aside>
  );
}

export function SkipLink({ label }: { label: string }) {
  return (
    <a className="skip" href="#main">
      {label}
    </a>
  );
}
