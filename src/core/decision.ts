import { AppError, type ErrorCode } from './errors.ts';

/** Result of a policy: allowed, or denied with the error code for the caller. */
export type Decision = { ok: true } | { ok: false; code: ErrorCode };

export const allow: Decision = { ok: true };

export function deny(code: ErrorCode): Decision {
  return { ok: false, code };
}

/** Returns the first denial, or `allow` if there is none. */
export function all(...decisions: Decision[]): Decision {
  return decisions.find((decision) => !decision.ok) ?? allow;
}

/** Throws the AppError of a denial. */
export function authorize(decision: Decision): void {
  if (!decision.ok) throw new AppError(decision.code);
}
