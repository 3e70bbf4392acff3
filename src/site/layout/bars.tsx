import { X } from 'lucide';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './bars.module.css';

/**
 * Shown until a choice is stored, and when the user reopens it. Both choices look alike (spec §4, trust #61). On
 * chapter pages it is at the end and doesn’t stick, because nothing may cover the text of a chapter.
 */
export function CookieBar({ still = false }: { still?: boolean }) {
  const t = useT();
  const { name, analytics } = useSite();
  return (
    <section
      className={classNames(styles.cookie, !still && styles.sticky, 'until-consent needs-script no-print')}
      aria-label={t('common.cookies')}
      // Gets the focus when the user reopens it.
      tabIndex={-1}
    >
      <div className="wrap">
        <p>
          {t('common.sentences', {
            first: t('common.cookie_text', { site: name }),
            second: t(analytics ? 'pages.external_counter' : 'pages.not_followed'),
          })}{' '}
          <b className={styles.necessary}>{t('common.cookie_now_necessary')}</b>
          <b className={styles.all}>{t('common.cookie_now_all')}</b>
        </p>
        <div className={styles.actions}>
          <Button small data-act="consent" data-value="necessary" data-says={t('common.cookie_kept')}>
            {t('common.cookie_necessary')}
          </Button>
          <Button small data-act="consent" data-value="true" data-says={t('common.cookie_kept')}>
            {t('common.cookie_all')}
          </Button>
          <Button kind="icon" className={styles.out} data-act="cookies" aria-label={t('common.dismiss')}>
            <Icon of={X} />
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
