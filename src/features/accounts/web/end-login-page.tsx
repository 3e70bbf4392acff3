import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { loginApi, type NewLogin } from '../contract-logins.ts';
import { cleanAddress } from './clean-address.ts';
import { isLinkGone } from './is-link-gone.ts';
import styles from './link-page.module.css';
import { useLogin } from './login-context.tsx';
import { Failure } from './view-parts.tsx';

/** Where the email about a login from a new device leads. Opening it changes nothing, the button ends the login. */
export function EndLoginPage({ token: given }: { token: string }) {
  // Later renders get none, because it is removed from the URL.
  const [token] = useState(given);
  useEffect(() => cleanAddress(), []);
  return (
    <QueryProvider>
      <Reported token={token} />
    </QueryProvider>
  );
}

function Reported({ token }: { token: string }) {
  const errorText = useErrorText();
  const [isBlocked, setIsBlocked] = useState<boolean | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['new-login', token],
    queryFn: () => call(loginApi.seeNewLogin, { token }),
    staleTime: 0,
    retry: false,
    // Each request counts toward the limit of logins.
    refetchOnWindowFocus: false,
  });
  if (isBlocked !== null) return <Ended isBlocked={isBlocked} />;
  if (token === '' || isLinkGone(error)) return <Gone />;
  if (error) return <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return data.isOver ? <Ended isBlocked={false} /> : <Ask token={token} login={data} onEnded={setIsBlocked} />;
}

function Ask({ token, login, onEnded }: { token: string; login: NewLogin; onEnded: (isBlocked: boolean) => void }) {
  const t = useT('logins', 'errors');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const end = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onEnded((await call(loginApi.disownLogin, { token })).isBlocked);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  const device = [login.browser, login.system].filter((name) => name !== null).join(', ');
  return (
    <article className={styles.page}>
      <h1>{t('logins.end_title')}</h1>
      <dl className={styles.facts}>
        <dt>{t('logins.end_when')}</dt>
        <dd>
          <ClockTime at={login.at} />
        </dd>
        {device && (
          <>
            <dt>{t('logins.end_browser')}</dt>
            <dd>{device}</dd>
          </>
        )}
      </dl>
      <p>{t('logins.end_text')}</p>
      <Failure text={failure} />
      <div className={styles.acts}>
        <Button kind="danger" busy={busy} onClick={() => void end()}>
          {t('logins.end_act')}
        </Button>
        <ButtonLink to="/">{t('logins.end_mine')}</ButtonLink>
      </div>
    </article>
  );
}

function Ended({ isBlocked }: { isBlocked: boolean }) {
  const t = useT('logins', 'accounts');
  const openLogin = useLogin();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {t(isBlocked ? 'logins.ended_title' : 'logins.over_title')}
      </h1>
      <p role="status">{t(isBlocked ? 'logins.ended_text' : 'logins.over_text')}</p>
      <div className={styles.acts}>
        {isBlocked && (
          <Button onClick={() => openLogin({ view: 'forgot_password' })}>{t('accounts.ask_new_link')}</Button>
        )}
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </article>
  );
}

function Gone() {
  const t = useT('logins', 'accounts');
  const openLogin = useLogin();
  return (
    <article className={styles.page}>
      <h1>{t('accounts.link_spent')}</h1>
      <p role="alert">{t('logins.end_gone')}</p>
      <div className={styles.acts}>
        <Button kind="primary" onClick={() => openLogin({ view: 'forgot_password' })}>
          {t('accounts.choose_password')}
        </Button>
        <ButtonLink to="/">{t('common.back_home')}</ButtonLink>
      </div>
    </article>
  );
}
