import { PROVIDER_PROOF_LASTS, type ProofKind } from '../model/proof.ts';

/** Key in `sessionStorage`: the proof that a login at a provider has just given to this tab, for one call. */
const KEY = 'proof';

/** The kinds of proofs that a login at a provider gives. */
export type ProviderProof = Extract<ProofKind, 'provider' | 'openid'>;

interface KeptProof {
  /** The path of the call that it is for. */
  act: string;
  kind: ProviderProof;
  token: string;
  until: number;
}

function read(): KeptProof | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptProof | null;
    return kept && kept.until > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a proof for the page where the login at the provider was started. */
export function keepProof(proof: Pick<KeptProof, 'act' | 'kind' | 'token'>): void {
  try {
    const kept: KeptProof = { ...proof, until: Date.now() + PROVIDER_PROOF_LASTS };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, the page asks for the login again.
  }
}

/** Returns the proof that this tab has for a call. Null if there is none, or if it has expired. */
export function keptProof(act: string): Pick<KeptProof, 'kind' | 'token'> | null {
  const kept = read();
  return kept?.act === act && kept.token ? kept : null;
}

/** Call before a proof is sent: it can be used once. */
export function dropProof(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It isn’t stored then.
  }
}
