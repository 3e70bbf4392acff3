import type { AnchorHTMLAttributes } from 'react';
import { to } from '#core/pages.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { AnchorButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './account.module.css';
import { googleLink } from './google-link.ts';

/** The button for Google above the email form. Only if the site offers it. */
export function GoogleWay(rest: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return useSite().google ? <GoogleLink {...rest} href={googleLink()} /> : null;
}

export function GoogleLink({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const t = useT('accounts');
  return (
    <div className={styles.ways}>
      <AnchorButton {...rest} href={href} className={styles.across} data-returns="">
        <GoogleMark />
        {t('accounts.google')}
      </AnchorButton>
      <p className="small soft">
        <Sentence
          id="accounts.google_terms"
          parts={['accounts']}
          wraps={{
            link: (text) => (
              <Link to={to.agreement({ type: 'user' })} target="_blank">
                {text}
                <span className="hide"> ({t('accounts.new_tab')})</span>
              </Link>
            ),
          }}
        />
      </p>
      <p className={styles.or}>{t('accounts.or_email')}</p>
    </div>
  );
}

function GoogleMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M20.5 12.2H12M20.5 12.2c0 4.9-3.5 8.3-8.4 8.3a8.5 8.5 0 1 1 5.9-14.6" />
    </svg>
  );
}
