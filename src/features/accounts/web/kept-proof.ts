import { PROVIDER_PROOF_LASTS } from '../model/proof.ts';

/** Key in `sessionStorage`: the proof that a login at a provider has just given to this tab, for one call. */
const KEY = 'proof';

interface KeptProof {
  /** The path of the call that it is for. */
  act: string;
  provider: string;
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
export function keepProof({ act, provider }: Pick<KeptProof, 'act' | 'provider'>): void {
  try {
    const kept: KeptProof = { act, provider, until: Date.now() + PROVIDER_PROOF_LASTS };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, the page asks for the login again.
  }
}

/** Returns the proof that this tab has for a call. Null if there is none, or if it has expired. */
export function keptProof(act: string): string | null {
  const kept = read();
  return kept?.act === act ? kept.provider : null;
}

/** Call before a proof is sent: it can be used once. */
export function dropProof(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // It isn’t stored then.
  }
}
