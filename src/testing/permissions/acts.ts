import type { Endpoint } from '#core/endpoint.ts';
import type { Target } from './targets.ts';
import type { Role } from './world.ts';

/**
 * Expected results of a call, in the format of `outcome`: one for every role that may call, or by role. Roles with the
 * same result share a key, such as `C Mo A`. If the call requires login, `rest` doesn’t include visitors and restricted
 * members.
 */
export type Answers = string | ({ rest: string } & Record<string, string>);

/** A call with its expected result for each target and role. */
export interface Act {
  readonly call: Endpoint;
  readonly send: (id: string, idOf: (target: Target) => string) => Record<string, unknown>;
  readonly on: readonly (readonly [targets: readonly (Target | 'missing')[], answers: Answers])[];
  /** Fields of the response that are secret elsewhere, such as the email address of a member. */
  readonly mayHave?: readonly string[];
  /** It can end the caller’s session or account. */
  readonly endsSession?: true;
}

export const OK = '200';
export const FORBIDDEN = '403 forbidden';
export const WRONG_STATE = '409 wrong_state';

export const reason = 'It is not what it says it is.';

const RESTRICTED: readonly Role[] = ['S', 'B'];

/** Returns whether a call is denied to this role before its target is loaded. */
export function isRefusedAtOnce({ access }: Endpoint, role: Role): boolean {
  return access !== 'public' && access !== 'open' && (role === 'V' || RESTRICTED.includes(role));
}

/** Returns the expected result for this role. */
export function answerFor({ access }: Endpoint, answers: Answers, role: Role): string {
  const given = typeof answers === 'string' ? { rest: answers } : answers;
  const named = Object.entries(given).find(([roles]) => roles.split(' ').includes(role));
  if (named) return named[1];
  if (access === 'public' || access === 'open') return given.rest;
  if (role === 'V') return '401 login_required';
  // Their sessions have ended. An appeal uses the token from this error.
  return RESTRICTED.includes(role) ? '403 banned' : given.rest;
}
