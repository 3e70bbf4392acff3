import { FactorSections } from '#features/accounts/web/security/factor-sections.tsx';
import { GraceBanner } from '#features/accounts/web/security/rights-rest.tsx';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import settingList from '#web/ui/setting-list.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { useSite } from '#web/ui/use-site.ts';
import { PasswordRow } from './password-row.tsx';
import { ProviderRow } from './provider-row.tsx';
import styles from './security-page.module.css';
import { SignedInOn } from './signed-in-on.tsx';

/** How the site knows that it is the member: passkeys, the second step, the password, and where they are logged in. */
export function SecurityPage() {
  return (
    <QueryProvider>
      <Security />
    </QueryProvider>
  );
}

function Security() {
  const t = useT('security', 'account', 'errors');
  const errorText = useErrorText();
  const { name: site, google, openid } = useSite();
  const { data: me, error, refetch } = useMe();
  return (
    <>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t('security.title')}</h1>
        <p className="soft">{t('security.intro', { site })}</p>
      </header>
      {!me && (error ? <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} /> : <Spinner />)}
      {me && (
        <>
          <GraceBanner me={me} />
          <FactorSections me={me} password={<PasswordRow me={me} />} />
          {(google || me.google || openid !== null || me.openid) && (
            <Section title={t('security.other_ways')}>
              <ul className={settingList.settings}>
                <ProviderRow me={me} provider="google" />
                <ProviderRow me={me} provider="openid" />
              </ul>
            </Section>
          )}
          <SignedInOn />
        </>
      )}
    </>
  );
}
