import { useState } from 'react';
import { anyText, type TextRule } from '#core/text-rules.ts';
import type { Fields } from '#web/api/use-fields.ts';
import { useT } from '#web/i18n/i18n.tsx';
import type { Proof } from '../contract-proof.ts';
import { givenPassword } from '../model/password.ts';
import type { ProofKind } from '../model/proof.ts';
import { googleLink } from './google-link.ts';
import { dropProof, keptProof } from './kept-proof.ts';
import { PasswordField } from './password-field.tsx';

/** The fields of proofs, for the rules and values of the form. Kinds without a field of their own aren’t here. */
type ProofField = 'password';

/** How the member proves in a form that it is them. Made by `useProof`. */
export interface FormProof {
  /** The kind that is asked for. Null if the member has none. */
  kind: ProofKind | null;
  /** Whether a login at a provider has just proved it. */
  isProven: boolean;
  rules: Record<ProofField, TextRule>;
  values: Record<ProofField, string>;
  change: (field: ProofField, value: string) => void;
  /**
   * Returns the proof for the call. Null if the member must log in at a provider first: the page is then left for it, and
   * the call isn’t made.
   */
  give: () => Proof | null;
}

/** State of a proof in a form that makes the call with the path `act`. `kinds`: how the member can prove it. */
export function useProof(kinds: readonly ProofKind[], act: string): FormProof {
  const [password, setPassword] = useState('');
  const [provider, setProvider] = useState(() => keptProof(act));
  const kind = (provider !== null ? 'provider' : kinds[0]) ?? null;
  return {
    kind,
    isProven: provider !== null,
    rules: { password: kind === 'password' ? givenPassword : anyText },
    values: { password },
    change: (_field, value) => setPassword(value),
    give() {
      if (kind === 'password') return { password };
      if (provider !== null) {
        setProvider(null);
        dropProof();
        return { provider };
      }
      location.assign(googleLink({ proves: act }));
      return null;
    },
  };
}

/** Asks for what proves that it is the member: their password, or a login at their provider. */
export function ProofFields({ proof, fields }: { proof: FormProof; fields: Pick<Fields<ProofField>, 'of'> }) {
  const t = useT('proof');
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
      {t(proof.isProven ? 'proof.proven' : 'proof.provider')}
    </p>
  );
}
