import { AppError, type ErrorCode } from './errors.ts';

/** The answer of every policy: allowed, or refused with the code that tells the caller why. */
export type Decision = { ok: true } | { ok: false; code: ErrorCode };

export const allow: Decision = { ok: true };

export function deny(code: ErrorCode): Decision {
  return { ok: false, code };
}

/** The first refusal among several decisions, else allowed. */
export function all(...decisions: Decision[]): Decision {
  return decisions.find((decision) => !decision.ok) ?? allow;
}

/** Turns a refusal into the error of its code. */
export function authorize(decision: Decision): void {
  if (!decision.ok) throw new AppError(decision.code);
}
