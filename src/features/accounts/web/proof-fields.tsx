import { Fragment, useState } from 'react';
import type { PlainKey } from '#core/messages.ts';
import { anyText, type TextRule } from '#core/text-rules.ts';
import { call } from '#web/api/client.ts';
import type { Fields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { factorApi } from '../contract-factors.ts';
import type { Proof } from '../contract-proof.ts';
import { givenPassword } from '../model/password.ts';
import type { ProofKind } from '../model/proof.ts';
import { totpCode } from '../model/second-factor.ts';
import { dropProof, keptProof } from './kept-proof.ts';
import { answerChallenge, canUsePasskeys } from './passkey.ts';
import { PasswordField } from './password-field.tsx';
import { providerLink } from './provider-link.ts';
import { useProviderName } from './use-provider-name.ts';

/** The fields of proofs, for the rules and values of the form. Kinds without a field of their own aren’t here. */
type ProofField = 'password' | 'totp';

/** How the member proves in a form that it is them. Made by `useProof`. */
export interface FormProof {
  /** The kind that is asked for. Null if the member has none. */
  kind: ProofKind | null;
  /** Whether a login at a provider has just proved it. */
  isProven: boolean;
  rules: Record<ProofField, TextRule>;
  values: Record<ProofField, string>;
  change: (field: ProofField, value: string) => void;
  /** The other kinds that the member can give, and how to choose one. */
  others: readonly ProofKind[];
  choose: (kind: ProofKind) => void;
  /**
   * Returns the proof for the call. Null if the member must log in at a provider first: the page is then left for it, and
   * the call isn’t made.
   */
  give: () => Promise<Proof | null>;
}

/**
 * State of a proof in a form that makes the call with the path `act`. `kinds`: how the member can prove it. `token`: that
 * of a restricted member.
 */
export function useProof(kinds: readonly ProofKind[], act: string, token?: string): FormProof {
  const [values, setValues] = useState({ password: '', totp: '' });
  const [kept, setKept] = useState(() => keptProof(act));
  const [chosen, setChosen] = useState<ProofKind | null>(null);
  const possible = kinds.filter((name) => name !== 'passkey' || canUsePasskeys());
  const kind = chosen ?? kept?.kind ?? possible[0] ?? null;
  return {
    kind,
    isProven: kept !== null && kept.kind === kind,
    rules: {
      password: kind === 'password' ? givenPassword : anyText,
      totp: kind === 'totp' ? totpCode : anyText,
    },
    values,
    change: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    others: possible.filter((name) => name !== kind),
    choose: setChosen,
    async give() {
      if (kind === 'password') return { password: values.password };
      if (kind === 'totp') return { totp: values.totp };
      if (kind === 'passkey') return { passkey: await answerChallenge(await challengeFor(act, token)) };
      if (kept !== null && kept.kind === kind) {
        setKept(null);
        dropProof();
        return kept.kind === 'openid' ? { openid: kept.token } : { provider: kept.token };
      }
      location.assign(providerLink({ provider: kind === 'openid' ? 'openid' : 'google', proves: act }));
      return null;
    },
  };
}

const challengeFor = (act: string, token: string | undefined) =>
  call(factorApi.proofChallenge, { act }, token === undefined ? {} : { token });

/** Asks for what proves that it is the member: their password, or another kind that they have. */
export function ProofFields({ proof, fields }: { proof: FormProof; fields: Pick<Fields<ProofField>, 'of'> }) {
  const t = useT('proof');
  const words = { provider: useProviderName()('openid') };
  return (
    <>
      <ProofField proof={proof} fields={fields} />
      {proof.others.length > 0 && (
        <p className="small">
          {proof.others.map((kind) => (
            <Fragment key={kind}>
              <TextButton onClick={() => proof.choose(kind)}>
                {kind === 'openid' ? t('proof.instead_openid', words) : t(INSTEAD[kind])}
              </TextButton>{' '}
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

const INSTEAD = {
  password: 'proof.instead_password',
  totp: 'proof.instead_totp',
  passkey: 'proof.instead_passkey',
  provider: 'proof.instead_provider',
} as const satisfies Record<Exclude<ProofKind, 'openid'>, PlainKey>;

function ProofField({ proof, fields }: { proof: FormProof; fields: Pick<Fields<ProofField>, 'of'> }) {
  const t = useT('proof');
  const words = { provider: useProviderName()('openid') };
  if (proof.kind === 'passkey') return <p className="small soft">{t('proof.passkey')}</p>;
  if (proof.kind === 'totp')
    return (
      <TextField
        {...fields.of('totp')}
        label={t('proof.totp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000 000"
        value={proof.values.totp}
        onChange={({ target }) => proof.change('totp', target.value)}
      />
    );
  if (proof.kind === 'password')
    return (
      <PasswordField
        {...fields.of('password')}
        label={t('proof.password')}
        autoComplete="current-password"
        value={proof.values.password}
        onChange={({ target }) => proof.change('password', target.value)}
      />
    );
  return (
    <p className="small soft" role={proof.isProven ? 'status' : undefined}>
      {proof.kind === 'openid'
        ? t(proof.isProven ? 'proof.openid_proven' : 'proof.openid', words)
        : t(proof.isProven ? 'proof.proven' : 'proof.provider')}
    </p>
  );
}
