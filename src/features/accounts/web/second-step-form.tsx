import { type ReactNode, useState } from 'react';
import { anyText } from '#core/text-rules.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField, TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { useSite } from '#web/ui/use-site.ts';
import { factorApi } from '../contract-factors.ts';
import { recoveryCode, TOTP_DIGITS, totpCode } from '../model/second-factor.ts';
import styles from './account.module.css';
import type { ViewProps } from './account-view.ts';
import { answerChallenge, canUsePasskeys } from './passkey.ts';
import { PasskeyStep } from './passkey-step.tsx';
import code from './second-step.module.css';
import { useEntering } from './use-entering.ts';
import { Failure } from './view-parts.tsx';

/** Ways to take the second step, in the order in which they are offered. */
const WAYS = ['totp', 'passkey', 'recoveryCode'] as const;
type Way = (typeof WAYS)[number];

/** The second step of a login: a code of the app, a passkey, or a recovery code. */
export function SecondStepForm({ request, close, show }: ViewProps) {
  const step = request.secondStep;
  const ways = WAYS.filter((way) => step?.[way] && (way !== 'passkey' || canUsePasskeys()));
  const [way, setWay] = useState<Way>(ways[0] ?? 'recoveryCode');
  const [trusts, setTrusts] = useState(false);
  const t = useT('accounts');
  const { entered, refused } = useEntering({ request, close });

  const complete = async (given: { code?: string; recoveryCode?: string; passkey?: boolean }) => {
    if (!step) return;
    const { token } = step;
    const { passkey, ...typed } = given;
    const answered = passkey
      ? { passkey: await answerChallenge(await call(factorApi.passkeyChallenge, { secondStep: token })) }
      : {};
    const { from: _, ...tokens } = await call(factorApi.secondStep, {
      token,
      ...typed,
      ...answered,
      ...(trusts ? { trustDevice: true } : {}),
    });
    entered(tokens);
  };
  const trust = step?.offersTrust && (
    <CheckField checked={trusts} onChange={({ target }) => setTrusts(target.checked)}>
      {t('accounts.trust_device')}
    </CheckField>
  );
  const others = (
    <OtherWays ways={ways.filter((other) => other !== way)} onChoose={setWay}>
      <TextButton onClick={() => show('login')}>{t('accounts.back_to_login')}</TextButton>
    </OtherWays>
  );
  if (way === 'passkey')
    return (
      <PasskeyStep text={t('accounts.second_step_passkey')} use={() => complete({ passkey: true })} refused={refused}>
        {trust}
        {others}
      </PasskeyStep>
    );
  return <CodeStep key={way} {...{ way, complete, refused, trust, others }} />;
}

interface StepProps {
  complete: (given: { code?: string; recoveryCode?: string; passkey?: boolean }) => Promise<void>;
  refused: (error: unknown) => boolean;
  trust: ReactNode;
  others: ReactNode;
}

function CodeStep({ way, complete, refused, trust, others }: StepProps & { way: 'totp' | 'recoveryCode' }) {
  const t = useT('accounts', 'errors');
  const { name: site } = useSite();
  const [typed, setTyped] = useState('');
  const isApp = way === 'totp';
  const field = isApp ? 'code' : 'recoveryCode';
  const form = useApiForm({
    rules: { code: isApp ? totpCode : anyText, recoveryCode: isApp ? anyText : recoveryCode },
    values: { code: isApp ? typed : '', recoveryCode: isApp ? '' : typed },
    refused,
    send: (sent) => complete({ [field]: sent[field] }),
    onShown: async () => document.querySelector<HTMLInputElement>(`[name=${field}]`)?.select(),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <p>{isApp ? t('accounts.second_step_app', { site }) : t('accounts.second_step_recovery')}</p>
      <div className={code.code}>
        <TextField
          {...form.fields.of(field)}
          label={t('accounts.code')}
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={isApp ? '000 000' : 'xxxx-xxxx'}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            // The sixth digit submits the form.
            const isWhole =
              isApp && totpCode.tidy(target.value).length === TOTP_DIGITS && target.value.length > typed.length;
            if (isWhole) setTimeout(() => target.form?.requestSubmit());
          }}
        />
      </div>
      {trust}
      <Failure text={form.failure} />
      <Button kind="primary" type="submit" className={styles.across} busy={form.isBusy}>
        {t('common.log_in')}
      </Button>
      {others}
    </form>
  );
}

const LABELS = {
  totp: 'accounts.use_app',
  passkey: 'accounts.use_passkey',
  recoveryCode: 'accounts.use_recovery_code',
} as const;

function OtherWays({
  ways,
  onChoose,
  children,
}: {
  ways: readonly Way[];
  onChoose: (way: Way) => void;
  children: ReactNode;
}) {
  const t = useT('accounts');
  return (
    <div className={code.others}>
      {ways.map((way) => (
        <TextButton key={way} onClick={() => onChoose(way)}>
          {t(LABELS[way])}
        </TextButton>
      ))}
      {children}
      <p className="small soft">{t('accounts.codes_lost')}</p>
    </div>
  );
}
