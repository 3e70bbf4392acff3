import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { focusHeading } from '#web/ui/focus.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type FirstAdministratorLink, firstAdministratorApi } from '../contract-first-administrator.ts';
import { isLinkGone } from './is-link-gone.ts';
import styles from './link-page.module.css';
import { useLogin } from './login-context.tsx';
import { me } from './me.ts';
import { useMe } from './use-me.ts';

/**
 * Makes the operator of a new site its first administrator. Neither opening the link nor signing up is enough: that takes
 * a press.
 */
export function FirstAdministratorPage({ token }: { token: string }) {
  const signedIn = useSignedIn();
  return <QueryProvider>{signedIn ? <ForMembers token={token} /> : <Link token={token} />}</QueryProvider>;
}

function ForMembers({ token }: { token: string }) {
  const errorText = useErrorText();
  const { data, error } = useMe();
  if (data?.roles.includes('administrator')) return <Done />;
  if (data) return <Link token={token} name={data.username} />;
  return error ? <LoadFailure sentence={errorText(error)} onRetry={() => void me.refetch()} /> : <Spinner />;
}

/** What the link is for. `name`: of the logged-in member, who can use it. */
function Link({ token, name }: { token: string; name?: string }) {
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery({
    queryKey: ['first-administrator', token],
    queryFn: () => call(firstAdministratorApi.see, { token }),
    staleTime: 0,
    retry: false,
    // Each request counts toward the limit of logins, and operators return to this page from the log.
    refetchOnWindowFocus: false,
  });
  if (isLinkGone(error)) return <Gone />;
  if (error) return <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return name === undefined ? (
    <ForVisitors token={token} link={data} />
  ) : (
    <Become token={token} name={name} onRefused={() => void refetch()} />
  );
}

function Gone() {
  const t = useT('first_admin');
  return (
    <>
      <h1 className="hide">{t('first_admin.page_title')}</h1>
      <Empty title={t('first_admin.gone_title')}>
        <p className="soft">{t('first_admin.gone_text')}</p>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </Empty>
    </>
  );
}

function ForVisitors({ token, link }: { token: string; link: FirstAdministratorLink }) {
  const t = useT('first_admin', 'accounts');
  const openLogin = useLogin();
  const wish = `administer:${token}`;
  return (
    <article className={styles.page}>
      <h1>{t('first_admin.page_title')}</h1>
      <p>{t('first_admin.text')}</p>
      {!link.sendsEmails && <p>{t('first_admin.mail_in_log')}</p>}
      <div className={styles.acts}>
        <Button kind="primary" onClick={() => openLogin({ view: 'register', wish })}>
          {t('accounts.create_account_title')}
        </Button>
        <Button onClick={() => openLogin({ wish })}>{t('common.log_in')}</Button>
      </div>
    </article>
  );
}

function Become({ token, name, onRefused }: { token: string; name: string; onRefused: () => void }) {
  const t = useT('first_admin', 'errors');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const become = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(firstAdministratorApi.become, { token });
    } catch (error) {
      if (isLinkGone(error)) onRefused();
      else setFailure(errorText(error));
    }
    // Shows what administrators see, on this page and in the menu. Also if another tab was faster.
    await me.renew();
    setBusy(false);
    // The button may be gone.
    if (document.activeElement === document.body) focusHeading();
  };
  return (
    <article className={styles.page}>
      <h1>{t('first_admin.page_title')}</h1>
      <p>{t('first_admin.text')}</p>
      <p>{t('first_admin.as', { name })}</p>
      {failure && <p role="alert">{failure}</p>}
      <div className={styles.acts}>
        <Button kind="primary" busy={busy} data-grants="administer" onClick={() => void become()}>
          {t('first_admin.act')}
        </Button>
      </div>
    </article>
  );
}

/** Shown to the new administrator: what to do first. */
function Done() {
  const t = useT('first_admin');
  return (
    <article className={styles.page}>
      <h1>{t('first_admin.done_title')}</h1>
      <p>{t('first_admin.done_text')}</p>
      <p className="soft">{t('first_admin.done_more')}</p>
      <div className={styles.acts}>
        <ButtonLink kind="primary" to={to.editStory({ new: 1 })}>
          {t('first_admin.write')}
        </ButtonLink>
        <ButtonLink to={to.moderation()}>{t('first_admin.queue')}</ButtonLink>
      </div>
    </article>
  );
}
