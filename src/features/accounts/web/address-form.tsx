import { useEffect, useRef, useState } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { providerApi } from '../contract-providers.ts';
import { addressCodeRule } from '../model/address-code.ts';
import { email as emailRule } from '../model/identity.ts';
import styles from './account.module.css';
import { enter } from './enter.ts';
import { keepSignedUp } from './signed-up.ts';
import { useProviderName } from './use-provider-name.ts';

/** What a login is answered with if the provider vouches for no address. */
export interface AddressNeeded {
  token: string;
  /** The address that the provider has named without vouching for it. Empty if it has named none. */
  email: string;
  from: string;
}

/** Returns what a call was answered with if it needs an address, otherwise null. */
export function addressNeededOf(error: unknown): AddressNeeded | null {
  const { code, details } = error as { code?: unknown; details?: Record<string, unknown> };
  if (code !== 'address_needed' || typeof details?.token !== 'string') return null;
  const { token, email, from } = details;
  return { token, email: String(email ?? ''), from: String(from ?? '/') };
}

/** Errors after which the login at the provider can’t be completed, whatever is typed. */
const ENDS = ['provider_state_lost', 'provider_refused', 'provider_taken'];

/** Called with the error once the login at the provider is over. */
type OnOver = (error: ApiError) => void;

/** Hands such an error on. Returns false for any other one, after which the form can be sent again. */
function endsLogin(error: unknown, onOver: OnOver): boolean {
  if (!(error instanceof ApiError && ENDS.includes(error.code))) return false;
  onOver(error);
  return true;
}

/** The member types an address, and then the code that was emailed to it. */
export function AddressForm({ needed, onOver }: { needed: AddressNeeded; onOver: OnOver }) {
  const t = useT('accounts');
  const provider = useProviderName()('openid');
  const [email, setEmail] = useState(needed.email);
  const [codeToken, setCodeToken] = useState<string | null>(null);
  const page = useRef<HTMLElement>(null);
  const shown = useRef(codeToken);
  useEffect(() => {
    // At first the heading says what is asked for. The button of a step disappears with it.
    page.current?.querySelector<HTMLElement>(shown.current === codeToken ? 'h1' : 'input')?.focus();
    shown.current = codeToken;
  }, [codeToken]);
  return (
    <section ref={page} className={styles.page}>
      <h1 tabIndex={-1}>{codeToken === null ? t('accounts.address_title') : t('accounts.look_in_mail')}</h1>
      {codeToken === null ? (
        <>
          <p>{t('accounts.address_text', { provider })}</p>
          <EmailStep email={email} onChange={setEmail} token={needed.token} onSent={setCodeToken} onOver={onOver} />
        </>
      ) : (
        <>
          <p role="status">{t('accounts.address_sent', { email: emailRule.tidy(email) })}</p>
          <CodeStep token={codeToken} onBack={() => setCodeToken(null)} onOver={onOver} />
        </>
      )}
      <ButtonLink kind="bare" to={needed.from}>
        {t('accounts.go_back')}
      </ButtonLink>
    </section>
  );
}

function EmailStep({
  email,
  onChange,
  token,
  onSent,
  onOver,
}: {
  email: string;
  onChange: (email: string) => void;
  token: string;
  onSent: (codeToken: string) => void;
  onOver: OnOver;
}) {
  const t = useT('accounts', 'errors');
  const form = useApiForm({
    rules: { email: emailRule },
    values: { email },
    refused: (error) => endsLogin(error, onOver),
    async send(sent) {
      onSent((await call(providerApi.askAddress, { token, email: sent.email })).token);
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <TextField
        {...form.fields.of('email')}
        label={t('accounts.email')}
        type="email"
        autoComplete="email"
        placeholder={t('accounts.email_example')}
        value={email}
        onChange={({ target }) => onChange(target.value)}
      />
      {form.failure && <Banner kind="danger">{form.failure}</Banner>}
      <Button kind="primary" type="submit" busy={form.isBusy}>
        {t('accounts.address_send')}
      </Button>
    </form>
  );
}

function CodeStep({ token, onBack, onOver }: { token: string; onBack: () => void; onOver: OnOver }) {
  const t = useT('accounts', 'errors');
  const [code, setCode] = useState('');
  const form = useApiForm({
    rules: { code: addressCodeRule },
    values: { code },
    refused: (error) => endsLogin(error, onOver),
    async send(sent) {
      const { from, isNew, ...tokens } = await call(providerApi.confirmAddress, { token, code: sent.code });
      if (isNew) keepSignedUp();
      enter(tokens);
      leaveFor(from, { say: t('loginModal.login_success'), replace: true });
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <TextField
        {...form.fields.of('code')}
        label={t('accounts.address_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="0000 0000"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      {form.failure && <Banner kind="danger">{form.failure}</Banner>}
      <Button kind="primary" type="submit" busy={form.isBusy}>
        {t('accounts.address_confirm')}
      </Button>
      <p>
        <TextButton onClick={onBack}>{t('accounts.address_change')}</TextButton>
      </p>
    </form>
  );
}
