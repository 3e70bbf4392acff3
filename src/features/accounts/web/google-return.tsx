import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { AnchorButton, Button, ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { accountApi, GOOGLE_CONNECTS, GOOGLE_PROVES } from '../contract.ts';
import styles from './account.module.css';
import { ConnectForm } from './connect-form.tsx';
import { enter } from './enter.ts';
import { googleLink } from './google-link.ts';
import { keepProof } from './kept-proof.ts';
import { useLogin } from './login-context.tsx';
import { secondStepOf } from './login-request.ts';
import { announceRestriction } from './restriction.ts';
import { keepSignedUp } from './signed-up.ts';

interface Failure {
  sentence: string;
  /** The page where it started, if the server knows it. */
  from: string;
}

/**
 * Returns the query parameters from Google. Doesn’t remove them, because React can render twice before state is kept.
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

/** True if what Google returned can still be used: the password was wrong, or there were too many wrong ones. */
function isTypo(error: unknown): boolean {
  return !(error instanceof ApiError) || ['invalid_input', 'too_many_requests'].includes(error.code);
}

/** What the server gets of it. */
const sentOf = ({ state, code, iss }: Answer) => ({ state, ...(code ? { code } : {}), ...(iss ? { iss } : {}) });

async function finish(returned: Answer): Promise<{ from: string; done: Done }> {
  const { state } = returned;
  const answer = sentOf(returned);
  if (state.startsWith(GOOGLE_PROVES)) {
    const { from, ...proof } = await call(accountApi.proveWithGoogle, answer);
    keepProof(proof);
    return { from, done: null };
  }
  const { from, isNew, ...tokens } = await call(accountApi.loginWithGoogle, answer);
  if (isNew) keepSignedUp();
  enter(tokens);
  return { from, done: tokens.accountKept ? 'accounts.account_kept' : 'loginModal.login_success' };
}

/** The callback page of Google: sends the parameters to the server and returns to the page where it started. */
export function GoogleReturn() {
  const t = useT('accounts', 'errors');
  const errorText = useErrorText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answer] = useState(readAnswer);
  const begun = useRef(false);
  const openLogin = useLogin();

  const connects = answer.state.startsWith(GOOGLE_CONNECTS);
  const failed = useCallback(
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'banned') return announceRestriction(error.details);
      const from = error instanceof ApiError && typeof error.details.from === 'string' ? error.details.from : '/';
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
    if (answer.isAway) return setFailure({ sentence: t('error.google_unavailable'), from: '/' });
    // Connecting waits for the proof, see `ConnectForm`.
    if (connects && answer.code) return;
    finish(answer).then(
      ({ from, done }) => leaveFor(from, { ...(done ? { say: t(done) } : {}), replace: true }),
      failed,
    );
  }, [answer, connects, t, failed]);

  if (failure) return <Failed {...failure} flow={answer.state} />;
  if (connects && answer.code) return <ConnectForm answer={sentOf(answer)} onFailed={failed} isTypo={isTypo} />;
  return (
    <section className={styles.page}>
      <h1>{t('accounts.google_title')}</h1>
      <p role="status">{t('accounts.google_wait')}</p>
      <Spinner />
    </section>
  );
}

function Failed({ sentence, from, flow }: Failure & { flow: string }) {
  const t = useT('accounts');
  const openLogin = useLogin();
  const signedIn = useSignedIn();
  const connects = flow.startsWith(GOOGLE_CONNECTS);
  // A proof is asked for again by the page that needs it.
  const canLogIn = !signedIn && !flow.startsWith(GOOGLE_PROVES);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {t('accounts.google_failed')}
      </h1>
      <p role="alert">{sentence}</p>
      <div className={styles.outs}>
        {(connects || canLogIn) && (
          <AnchorButton kind="primary" href={googleLink({ from, connects })}>
            {t('accounts.google_again')}
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
