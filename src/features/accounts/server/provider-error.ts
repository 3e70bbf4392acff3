import { AppError, type ErrorExtras } from '#core/errors.ts';
import type { SignIn } from '#platform/sign-in/openid.ts';

/** What can go wrong with a login at a provider. */
type Failure = 'cancelled' | 'state_lost' | 'refused' | 'taken' | 'other' | 'not_fresh';

/** Returns the error of a provider. Those of other providers than Google name it in their text. */
export function providerError({ provider, name }: SignIn, failure: Failure, extras: ErrorExtras = {}): AppError {
  if (provider === 'google') return new AppError(`google_${failure}`, extras);
  return new AppError(`provider_${failure}`, { ...extras, params: { provider: name } });
}
