import { AppError, type ErrorCode } from './errors.ts';

/**
 * Result of a policy: allowed, or denied with the error code for the caller. A policy whose codes others list, such as
 * a contract, names them (`Decision<WriteRefusal>`).
 */
export type Decision<Code extends ErrorCode = ErrorCode> = { ok: true } | { ok: false; code: Code };

export const allow: Decision<never> = { ok: true };

export function deny<const Code extends ErrorCode>(code: Code): Decision<Code> {
  return { ok: false, code };
}

/** Returns the first denial, or `allow` if there is none. */
export function all<Code extends ErrorCode>(...decisions: Decision<Code>[]): Decision<Code> {
  return decisions.find((decision) => !decision.ok) ?? allow;
}

/** Throws the AppError of a denial. */
export function authorize(decision: Decision): void {
  if (!decision.ok) throw new AppError(decision.code);
}
