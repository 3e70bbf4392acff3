import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { Sentence, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { AnchorButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { useSite } from '#web/ui/use-site.ts';
import styles from './account.module.css';
import { providerLink } from './provider-link.ts';

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement>;

/** The buttons for providers above the email form. Only those that the site offers. */
export function ProviderWays(rest: LinkProps) {
  const { google, openid } = useSite();
  const hrefs = { google: providerLink({ provider: 'google' }), openid: providerLink({ provider: 'openid' }) };
  return <ProviderLinks {...rest} google={google} openid={openid} hrefs={hrefs} />;
}

/** The same where the site isn’t known. Nothing if there is no provider. */
export function ProviderLinks({
  google,
  openid,
  hrefs,
  ...rest
}: LinkProps & { google: boolean; openid: string | null; hrefs: { google: string; openid: string } }) {
  const t = useT('accounts');
  if (!google && openid === null) return null;
  return (
    <div className={styles.ways}>
      {google && (
        <AnchorButton {...rest} href={hrefs.google} className={styles.across} data-returns="">
          <GoogleMark />
          {t('accounts.google')}
        </AnchorButton>
      )}
      {openid !== null && (
        <AnchorButton {...rest} href={hrefs.openid} className={styles.across} data-returns="">
          <span className={styles.provider}>{t('accounts.provider', { provider: openid })}</span>
        </AnchorButton>
      )}
      <p className="small soft">
        <Terms google={google} openid={openid} />
      </p>
      <p className={styles.or}>{t('accounts.or_email')}</p>
    </div>
  );
}

function Terms({ google, openid }: { google: boolean; openid: string | null }) {
  const t = useT('accounts');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const link = (text: ReactNode) => (
    <Link to={to.agreement({ type: 'user' })} target="_blank">
      {text}
      <span className="hide"> ({t('accounts.new_tab')})</span>
    </Link>
  );
  if (openid === null) return <Sentence id="accounts.google_terms" parts={['accounts']} wraps={{ link }} />;
  const names = google ? ['Google', openid] : [openid];
  const provider = new Intl.ListFormat(tag, { type: 'disjunction' }).format(names);
  return <Sentence id="accounts.provider_terms" parts={['accounts']} params={{ provider }} wraps={{ link }} />;
}

function GoogleMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M20.5 12.2H12M20.5 12.2c0 4.9-3.5 8.3-8.4 8.3a8.5 8.5 0 1 1 5.9-14.6" />
    </svg>
  );
}
