import type { Endpoint } from '#core/endpoint.ts';
import type { Role } from './world.ts';

/**
 * What a call is answered, as `outcome` writes it: by everybody who may call at all, or by whom it is otherwise. Roles stand
 * in one name, as `C Mo A`. Where signing in is needed, visitors and the restricted are not meant by `rest`.
 */
export type Answers = string | ({ rest: string } & Record<string, string>);

/** An act with what becomes of it, for each thing that it can be tried on and each role. A feature names its own targets. */
export interface Act<Target extends string> {
  readonly call: Endpoint;
  readonly send: (id: string, idOf: (target: Target) => string) => Record<string, unknown>;
  readonly on: readonly (readonly [targets: readonly (Target | 'missing')[], answers: Answers])[];
}

export const OK = '200';
export const FORBIDDEN = '403 forbidden';
export const WRONG_STATE = '409 wrong_state';

export const reason = 'It is not what it says it is.';

const RESTRICTED: readonly Role[] = ['S', 'B'];

/** Whether a call refuses this role before it looks at what it is about. */
export function isRefusedAtOnce({ access }: Endpoint, role: Role): boolean {
  return access !== 'public' && access !== 'open' && (role === 'V' || RESTRICTED.includes(role));
}

/** What this role is answered. */
export function answerFor({ access }: Endpoint, answers: Answers, role: Role): string {
  const given = typeof answers === 'string' ? { rest: answers } : answers;
  const named = Object.entries(given).find(([roles]) => roles.split(' ').includes(role));
  if (named) return named[1];
  if (access === 'public' || access === 'open') return given.rest;
  if (role === 'V') return '401 login_required';
  // Their sessions are over; an appeal goes by the token that says so.
  return RESTRICTED.includes(role) ? '403 banned' : given.rest;
}
