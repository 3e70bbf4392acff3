import * as z from 'zod/mini';
import type { ErrorParams, FieldIssue } from './errors.ts';
import { isId } from './ids.ts';

/**
 * Building blocks of request fields. A check names the code of its sentence instead of the sentence itself, since
 * requests are answered in eight languages; what stands in the sentence travels with the code.
 */

/** A code with its parameters as the one string that a schema can carry. */
export function issueCode(code: string, params?: ErrorParams): string {
  return params ? `${code}?${new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]))}` : code;
}

function parseIssueCode(text: string): FieldIssue {
  const [code, search] = text.split('?', 2) as [string, string | undefined];
  if (!search) return { code };
  const params: ErrorParams = {};
  for (const [name, value] of new URLSearchParams(search)) params[name] = /^-?\d+$/.test(value) ? Number(value) : value;
  return { code, params };
}

const CODE = /^[a-zA-Z][\w.]*(\?.*)?$/;

/** Fields named at most; a megabyte of mistakes would take seconds to name and be answered by two. */
export const ISSUES_MAX = 50;

/**
 * The first issue of each field of a failed parse, by path. What no check named is `required` or `invalid`, which only a
 * parse with `reportInput` can tell apart.
 */
export function fieldIssues(error: z.core.$ZodError): Record<string, FieldIssue> {
  // A map, since a caller may name a field `__proto__` or `constructor`.
  const fields = new Map<string, FieldIssue>();
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, ISSUES_MAX).map((key) => [...issue.path, key])
        : [issue.path];
    for (const name of names) {
      const path = name.map(String).join('.') || 'body';
      if (fields.has(path)) continue;
      if (fields.size === ISSUES_MAX) return Object.fromEntries(fields);
      if (issue.code === 'unrecognized_keys') fields.set(path, { code: 'unknown' });
      else if (CODE.test(issue.message) && issue.message !== 'Invalid input')
        fields.set(path, parseIssueCode(issue.message));
      else
        fields.set(path, {
          code: issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid',
        });
    }
  }
  return Object.fromEntries(fields);
}

/** Length in code points, as people count letters. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

// Everything below U+0020 but tab and line feed, the C1 controls, and what PostgreSQL or XML cannot hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;

/** Text that can be stored and shown: line ends as \n, no control characters, no lone surrogates; letters as they are. */
export function tidyText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(CONTROLS, '');
}

/** Signs that turn the direction of all that follows, also of words that are not the writer's. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Beside what Unicode calls invisible, the empty pattern of braille. */
const VISIBLE = /[^\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Is there anything in it that can be seen? */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * Text of a short field: tidied and in NFC, so that equal names and titles are equal; without signs that turn what stands
 * around it, and empty where nothing of it can be seen.
 */
function cleanText(text: string): string {
  const clean = tidyText(text).replace(TURNS, '').normalize('NFC');
  return isVisible(clean) ? clean : '';
}

export interface LineRule {
  /** Longest length in code points. */
  max: number;
  min?: number;
  /** Codes of the sentences; `tooLong` gets `max` and `over`. */
  empty?: string;
  tooShort?: string;
  tooLong?: string;
}

function lengthChecks(rule: LineRule) {
  return [
    z.refine<string>((value) => !rule.empty || value.length > 0, { error: rule.empty ?? 'required', abort: true }),
    z.refine<string>((value) => rule.min === undefined || value.length === 0 || lengthOf(value) >= rule.min, {
      error: issueCode(rule.tooShort ?? 'too_short', { min: rule.min ?? 0 }),
    }),
    z.refine<string>((value) => lengthOf(value) <= rule.max, {
      error: (issue) =>
        issueCode(rule.tooLong ?? 'too_long', { max: rule.max, over: lengthOf(String(issue.input)) - rule.max }),
    }),
  ] as const;
}

/** One line of text: cleaned, white space folded to single spaces and cut at the ends, then measured. */
export function line(rule: LineRule) {
  return z.pipe(
    z.pipe(
      z.string({ error: (issue) => (issue.input === undefined ? (rule.empty ?? 'required') : 'invalid') }),
      z.transform((value: string) => cleanText(value).replace(/\s+/gu, ' ').trim()),
    ),
    z.string().check(...lengthChecks(rule)),
  );
}

/** Several lines of text: cleaned and cut at the ends, then measured. */
export function lines(rule: LineRule) {
  return z.pipe(
    z.pipe(
      z.string({ error: (issue) => (issue.input === undefined ? (rule.empty ?? 'required') : 'invalid') }),
      z.transform((value: string) => cleanText(value).trim()),
    ),
    z.string().check(...lengthChecks(rule)),
  );
}

/** The id of a row: a positive 64-bit number, a string on the wire. */
export const id = z
  .string()
  .check(z.regex(/^[1-9]\d{0,18}$/, { error: 'invalid' }), z.refine(isId, { error: 'invalid' }));

/** The number of a version or revision, as the database can hold it. */
export const versionNumber = z.int().check(z.gte(0), z.lte(2_147_483_647));

/** A moment on the wire: ISO 8601 in UTC. */
export const isoTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));

/** How many entries of a list are asked for: 20, at most 50 (product §12). */
export const pageLimit = z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20), 20);
export const cursor = z.optional(z.string().check(z.maxLength(200)));
