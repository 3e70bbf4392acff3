import * as z from 'zod/mini';

/** The automatic checks. A finding escalates a text. It is a question for a moderator, not a verdict. */
export const CHECKS = [
  'language',
  'links',
  'contact',
  'blocked_words',
  'gibberish',
  'repetition',
  'copy',
  'advisor',
  'unavailable',
] as const;
export type Check = (typeof CHECKS)[number];

export const Finding = z.object({
  check: z.enum(CHECKS),
  /** The field: `title`, `summary`, `description` or `content`. */
  field: z.string(),
  /** The words that caused it, as in the text. Empty if it is about the whole text. */
  excerpts: z.array(z.string()),
  /** A detail for the message: a language, or the path of a text. */
  detail: z.optional(z.string()),
});
export type Finding = z.output<typeof Finding>;

/** The texts of one submission, by field. */
export type Texts = Record<string, string>;

const EXCERPT_MAX = 120;
const EXCERPTS_PER_MARK = 5;

/** Returns a finding, or none if there is nothing to show. */
export function findingOf(check: Check, field: string, excerpts: Iterable<string>, detail?: string): Finding[] {
  const shown = [...new Set(excerpts)]
    .slice(0, EXCERPTS_PER_MARK)
    .map((text) => [...text].slice(0, EXCERPT_MAX).join(''));
  return shown.length === 0 ? [] : [{ check, field, excerpts: shown, ...(detail ? { detail } : {}) }];
}
