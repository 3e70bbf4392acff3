import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { AnchorButton, Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CONNECTS, PROVES, providerApi } from '../contract-providers.ts';
import type { Provider } from '../model/connections.ts';
import styles from './account.module.css';
import { AddressForm, type AddressNeeded, addressNeededOf } from './address-form.tsx';
import { ConnectForm } from './connect-form.tsx';
import { enter } from './enter.ts';
import { keepProof } from './kept-proof.ts';
import { useLogin } from './login-context.tsx';
import { secondStepOf } from './login-request.ts';
import { providerLink } from './provider-link.ts';
import { announceRestriction } from './restriction.ts';
import { keepSignedUp } from './signed-up.ts';
import { useProviderName } from './use-provider-name.ts';

interface Failure {
  sentence: string;
  /** The page where it started, if the server knows it. */
  from: string;
}

/**
 * Returns the query parameters from the provider. Doesn’t remove them, because React can render twice before state is kept.
 */
function readAnswer() {
  const query = new URLSearchParams(location.search);
  const part = (name: string) => query.get(name) ?? undefined;
  return {
    state: part('state') ?? '',
    code: part('code'),
    iss: part('iss'),
    isAway: query.get('error') === 'temporarily_unavailable',
  };
}
type Answer = ReturnType<typeof readAnswer>;
/** Locale key of the toast. */
type Done = 'accounts.account_kept' | 'loginModal.login_success' | null;

/** True if what the provider returned can still be used: the password was wrong, or there were too many wrong ones. */
function isTypo(error: unknown): boolean {
  return !(error instanceof ApiError) || ['invalid_input', 'too_many_requests'].includes(error.code);
}

/** What the server gets of it. */
const sentOf = ({ state, code, iss }: Answer) => ({ state, ...(code ? { code } : {}), ...(iss ? { iss } : {}) });

const CALLS = {
  google: { login: providerApi.loginWithGoogle, prove: providerApi.proveWithGoogle },
  openid: { login: providerApi.loginWithOpenid, prove: providerApi.proveWithOpenid },
} as const;

async function finish(provider: Provider, returned: Answer): Promise<{ from: string; done: Done }> {
  const { state } = returned;
  const answer = sentOf(returned);
  if (state.startsWith(PROVES)) {
    const { from, act, provider: token } = await call(CALLS[provider].prove, answer);
    keepProof({ act, kind: provider === 'google' ? 'provider' : 'openid', token });
    return { from, done: null };
  }
  const { from, isNew, ...tokens } = await call(CALLS[provider].login, answer);
  if (isNew) keepSignedUp();
  enter(tokens);
  return { from, done: tokens.accountKept ? 'accounts.account_kept' : 'loginModal.login_success' };
}

/** The callback page of a provider: sends the parameters to the server and returns to the page where it started. */
export function ProviderReturn({ provider }: { provider: Provider }) {
  const t = useT('accounts', 'errors');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answer] = useState(readAnswer);
  const begun = useRef(false);
  const [needed, setNeeded] = useState<AddressNeeded | null>(null);
  const openLogin = useLogin();
  const name = useProviderName()(provider);

  const connects = answer.state.startsWith(CONNECTS);
  const failed = useCallback(
    (error: unknown, startedAt = '/') => {
      if (error instanceof ApiError && error.code === 'banned') return announceRestriction(error.details);
      const from = error instanceof ApiError && typeof error.details.from === 'string' ? error.details.from : startedAt;
      const address = addressNeededOf(error);
      if (address) return setNeeded(address);
      setFailure({ sentence: errorText(error), from });
      const secondStep = secondStepOf(error);
      const after = () => leaveFor(from, { say: t('loginModal.login_success'), replace: true });
      if (secondStep) openLogin({ view: 'second_step', secondStep, after });
    },
    [errorText, openLogin, t],
  );

  useEffect(() => {
    // The code works only once.
    if (begun.current) return;
    begun.current = true;
    // Otherwise the parameters would stay in the history.
    history.replaceState(history.state, '', location.pathname);
    if (answer.isAway) {
      const isGoogle = provider === 'google';
      const sentence = isGoogle ? t('error.google_unavailable') : t('error.provider_unavailable', { provider: name });
      return setFailure({ sentence, from: '/' });
    }
    // Connecting waits for the proof, see `ConnectForm`.
    if (connects && answer.code) return;
    finish(provider, answer).then(
      ({ from, done }) => leaveFor(from, { ...(done ? { say: t(done) } : {}), replace: true }),
      failed,
    );
  }, [answer, connects, provider, name, t, failed]);

  if (failure) return <Failed {...failure} provider={provider} flow={answer.state} />;
  if (needed) return <AddressForm needed={needed} onOver={(error) => failed(error, needed.from)} />;
  if (connects && answer.code)
    return <ConnectForm provider={provider} answer={sentOf(answer)} onFailed={failed} isTypo={isTypo} />;
  return (
    <section className={styles.page}>
      <h1>{t(provider === 'google' ? 'accounts.google_title' : 'accounts.provider_title')}</h1>
      <p role="status">{t('accounts.google_wait')}</p>
      <Spinner />
    </section>
  );
}

function Failed({ sentence, from, flow, provider }: Failure & { flow: string; provider: Provider }) {
  const t = useT('accounts');
  const openLogin = useLogin();
  const signedIn = useSignedIn();
  const connects = flow.startsWith(CONNECTS);
  const isGoogle = provider === 'google';
  const words = { provider: useProviderName()(provider) };
  // A proof is asked for again by the page that needs it.
  const canLogIn = !signedIn && !flow.startsWith(PROVES);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {isGoogle ? t('accounts.google_failed') : t('accounts.provider_failed', words)}
      </h1>
      <p role="alert">{sentence}</p>
      <div className={styles.outs}>
        {(connects || canLogIn) && (
          <AnchorButton kind="primary" href={providerLink({ provider, from, connects })}>
            {isGoogle ? t('accounts.google_again') : t('accounts.provider_again', words)}
          </AnchorButton>
        )}
        {canLogIn && (
          <Button onClick={() => openLogin({ after: () => leaveFor(from, { replace: true }) })}>
            {t('accounts.other_way')}
          </Button>
        )}
        <ButtonLink kind="bare" to={from}>
          {t('accounts.go_back')}
        </ButtonLink>
      </div>
    </section>
  );
}
