import { toast } from '#web/ui/toast.ts';
import type { AnsweredChallenge, NewPasskeyAnswer, PasskeyChallenge } from '../contract-passkeys.ts';

/** Loaded when a passkey is first used. */
const library = () => import('@simplewebauthn/browser');

/** Returns whether this browser can use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/**
 * The member closed the browser’s window, or it found no passkey. Browsers don’t say which, so it is no error to be shown
 * as one.
 */
export class PasskeyUnused extends Error {
  override readonly name = 'PasskeyUnused';
}

/** Asks the browser for the passkey’s answer to a challenge. Throws `PasskeyUnused`. */
export async function answerChallenge({ options, token }: PasskeyChallenge): Promise<AnsweredChallenge> {
  const { startAuthentication } = await library();
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(unused);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const answer = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
  return { token, answer: { id, rawId, type, response: answer } };
}

/** Asks the browser for a new passkey. Throws `PasskeyUnused`. */
export async function createPasskey({ options }: PasskeyChallenge): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await library();
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(unused);
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) } };
}

/** For forms: shows the sentence instead of an error if the member has not used their passkey. */
export function unusedPasskey(sentence: string): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof PasskeyUnused)) return false;
    toast(sentence);
    return true;
  };
}

function unused(cause: unknown): never {
  throw new PasskeyUnused('', { cause });
}
