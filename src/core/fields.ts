import * as z from 'zod/mini';
import type { ErrorCode, ErrorParams, FieldIssue } from './errors.ts';
import { isId } from './ids.ts';
import type { TextRule } from './text-rules.ts';

/**
 * Building blocks of request fields. A check reports the code of a message instead of the message itself, because
 * responses are in eight languages. The parameters of the message are part of the code.
 */

/** Encodes a code and its parameters as one string, because a schema can only report strings. */
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

/**
 * Maximum number of fields in an error response. Reporting a megabyte of mistakes would take seconds, and the response
 * would have two megabytes.
 */
export const ISSUES_MAX = 50;

/**
 * Returns the first issue of each field of a failed parse, by path. Issues without a code of ours become `required` or
 * `invalid`. They can only be told apart if the parse used `reportInput`.
 */
export function fieldIssues(error: z.core.$ZodError): Record<string, FieldIssue> {
  // A Map, because a caller can name a field `__proto__` or `constructor`.
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

/** Builds the schema of a text field. */
export function text(rule: TextRule) {
  return z.pipe(
    z.pipe(
      z.string({ error: (issue) => (issue.input === undefined ? rule.absent : rule.notText) }),
      z.transform(rule.tidy),
    ),
    z.string().check(
      z.refine((value) => rule.problem(value) === null, {
        error: (issue) => {
          const { code, params } = rule.problem(String(issue.input)) ?? { code: 'invalid' };
          return issueCode(code, params);
        },
      }),
    ),
  );
}

/** Id of a row: a positive 64-bit number, sent as a string. */
export const id = z
  .string()
  .check(z.regex(/^[1-9]\d{0,18}$/, { error: 'invalid' }), z.refine(isId, { error: 'invalid' }));

/** Number of a version or revision. The maximum is that of an integer in the database. */
export const versionNumber = z.int().check(z.gte(0), z.lte(2_147_483_647));

/** A time in requests and responses: ISO 8601 in UTC. */
export const isoTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));

/** Requested number of list items: 20 by default, at most 50 (product §12). Invalid values become 20. */
export const pageLimit = z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20), 20);
export const cursor = z.optional(z.string().check(z.maxLength(200)));

/** An error code in a response, such as why something can’t be done now. The API description lists all codes. */
export const errorCode = z.custom<ErrorCode>((value) => typeof value === 'string' && /^[a-z]\w*$/.test(value));
