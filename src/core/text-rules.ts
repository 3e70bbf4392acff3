import type { FieldIssue } from './errors.ts';
import { cleanText, lengthOf } from './text.ts';

/**
 * What a field of text takes. Contracts make a schema of it (`text` in fields.ts); forms in the browser ask it directly, so that
 * no schema library has to be fetched to tell somebody that a field is empty.
 */
export interface TextRule {
  /** What is kept of what was typed. */
  tidy: (typed: string) => string;
  /** What is wrong with a text that was tidied; null if nothing is. */
  problem: (text: string) => FieldIssue | null;
  /** The code for a field that is left out. */
  absent: string;
  /** The code for what is no text. */
  notText: string;
}

/** What a field shows for this text; null if nothing is wrong. */
export function problemOf({ tidy, problem }: TextRule, typed: string): FieldIssue | null {
  return problem(tidy(typed));
}

export interface LengthRule {
  /** Longest length in code points. */
  max: number;
  min?: number;
  /** Codes of the sentences; `tooLong` gets `max` and `over`. */
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

/** Several lines of text: cleaned and cut at the ends, then measured. */
export function lines(rule: LengthRule): TextRule {
  return {
    tidy: (typed) => cleanText(typed).trim(),
    problem: lengthProblem(rule),
    absent: rule.empty ?? 'required',
    notText: 'invalid',
  };
}

/** One line of text: cleaned, white space folded to single spaces and cut at the ends, then measured. */
export function line(rule: LengthRule): TextRule {
  return { ...lines(rule), tidy: (typed) => cleanText(typed).replace(/\s+/gu, ' ').trim() };
}

/** One of several words; anything else is met with the code. */
export function oneOf(words: readonly string[], code: string): TextRule {
  return {
    tidy: (typed) => typed,
    problem: (text) => (words.includes(text) ? null : { code }),
    absent: code,
    notText: code,
  };
}

/** Any text, as it is. */
export const anyText: TextRule = {
  tidy: (typed) => typed,
  problem: () => null,
  absent: 'required',
  notText: 'invalid',
};
