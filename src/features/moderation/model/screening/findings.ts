import * as z from 'zod/mini';

/** What made the pre-review pass a text on. A mark is a question to a person, not a verdict. */
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
  /** Which of the texts: `title`, `summary`, `description`, `content`. */
  field: z.string(),
  /** The words that made it, as they stand in the text; empty where it is about the whole. */
  excerpts: z.array(z.string()),
  /** What else a sentence about it names: a language, an address of a text. */
  detail: z.optional(z.string()),
});
export type Finding = z.output<typeof Finding>;

/** The texts of one submission, by field. */
export type Texts = Record<string, string>;

const EXCERPT_MAX = 120;
const EXCERPTS_PER_MARK = 5;

/** A mark, or none when there is nothing to show for it. */
export function findingOf(check: Check, field: string, excerpts: Iterable<string>, detail?: string): Finding[] {
  const shown = [...new Set(excerpts)]
    .slice(0, EXCERPTS_PER_MARK)
    .map((text) => [...text].slice(0, EXCERPT_MAX).join(''));
  return shown.length === 0 ? [] : [{ check, field, excerpts: shown, ...(detail ? { detail } : {}) }];
}
