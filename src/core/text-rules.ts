import type { FieldIssue } from './errors.ts';
import { cleanText, lengthOf } from './text.ts';

/**
 * Rule of a text field. Contracts build a schema from it (`text` in fields.ts). Browser forms use it directly, so that
 * they don't load a schema library just to report an empty field.
 */
export interface TextRule {
  /** Normalizes the input. */
  tidy: (typed: string) => string;
  /** Returns what is wrong with a tidied text, or null. */
  problem: (text: string) => FieldIssue | null;
  /** Error code for a missing field. */
  absent: string;
  /** Error code for a value that isn't a string. */
  notText: string;
}

/** Returns the issue to show for a typed text, or null. */
export function problemOf({ tidy, problem }: TextRule, typed: string): FieldIssue | null {
  return problem(tidy(typed));
}

export interface LengthRule {
  /** Longest length in code points. */
  max: number;
  min?: number;
  /** Error codes. `tooShort` has the parameter `min`; `tooLong` has `max` and `over`. */
  empty?: string;
  tooShort?: string;
  tooLong?: string;
}

function lengthProblem({ max, min = 0, empty, tooShort = 'too_short', tooLong = 'too_long' }: LengthRule) {
  return (text: string): FieldIssue | null => {
    if (text === '') return empty ? { code: empty } : null;
    const length = lengthOf(text);
    if (length < min) return { code: tooShort, params: { min } };
    return length > max ? { code: tooLong, params: { max, over: length - max } } : null;
  };
}

/** Rule for multi-line text. Cleans and trims it before checking the length. */
export function lines(rule: LengthRule): TextRule {
  return {
    tidy: (typed) => cleanText(typed).trim(),
    problem: lengthProblem(rule),
    absent: rule.empty ?? 'required',
    notText: 'invalid',
  };
}

/** Rule for a single line. Also collapses each run of whitespace to one space. */
export function line(rule: LengthRule): TextRule {
  return { ...lines(rule), tidy: (typed) => cleanText(typed).replace(/\s+/gu, ' ').trim() };
}

/** Accepts one of several words. Anything else is rejected with `code`. */
export function oneOf(words: readonly string[], code: string): TextRule {
  return {
    tidy: (typed) => typed,
    problem: (text) => (words.includes(text) ? null : { code }),
    absent: code,
    notText: code,
  };
}

/** Accepts any text unchanged. */
export const anyText: TextRule = {
  tidy: (typed) => typed,
  problem: () => null,
  absent: 'required',
  notText: 'invalid',
};
