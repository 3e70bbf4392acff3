import { useEffect, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Button } from '#web/ui/button.tsx';
import { useHref } from '#web/ui/link.tsx';
import { loginApi } from '../contract-logins.ts';
import { cleanAddress } from './clean-address.ts';
import { enter } from './enter.ts';
import { isLinkGone } from './is-link-gone.ts';
import styles from './link-page.module.css';
import { useLogin } from './login-context.tsx';
import { secondStepOf } from './login-request.ts';
import { announceRestriction } from './restriction.ts';
import { Failure } from './view-parts.tsx';

/**
 * Logs in with an emailed link. Requires a press, so that mail scanners that open the link don’t redeem it.
 */
export function LoginLinkPage({ token: given }: { token: string }) {
  // Later renders get none, because it is removed from the URL.
  const [token] = useState(given);
  useEffect(() => cleanAddress(), []);
  const t = useT('logins', 'accounts', 'errors');
  const errorText = useErrorText();
  const href = useHref();
  const openLogin = useLogin();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isGone, setIsGone] = useState(token === '');

  const logIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const tokens = await call(loginApi.loginWithLink, { token });
      enter(tokens);
      const say = t(tokens.accountKept ? 'accounts.account_kept' : 'loginModal.login_success');
      leaveFor(href('/'), { say, replace: true });
    } catch (error) {
      const secondStep = secondStepOf(error);
      const after = () => leaveFor(href('/'), { say: t('loginModal.login_success'), replace: true });
      if (error instanceof ApiError && error.code === 'banned') announceRestriction(error.details);
      else if (isLinkGone(error)) setIsGone(true);
      else if (secondStep) openLogin({ view: 'second_step', secondStep, after });
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <article className={styles.page}>
      <h1>{t(isGone ? 'accounts.link_spent' : 'logins.link_title')}</h1>
      <p role={isGone ? 'alert' : undefined}>{t(isGone ? 'logins.link_gone' : 'logins.link_text')}</p>
      <Failure text={failure} />
      <div className={styles.acts}>
        {isGone ? (
          <Button kind="primary" onClick={() => openLogin({})}>
            {t('common.log_in')}
          </Button>
        ) : (
          <Button kind="primary" busy={busy} onClick={() => void logIn()}>
            {t('common.log_in')}
          </Button>
        )}
      </div>
    </article>
  );
}
