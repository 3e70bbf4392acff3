import type { FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';

/** Lets a form be checked by the schemas of the contract, with the sentences that the server would answer. */
export function resolverOf<T extends FieldValues>(
  schema: z.core.$ZodType,
  sentenceOf: (issue: FieldIssue) => string,
): Resolver<T> {
  return (values) => {
    const result = z.safeParse(schema, values, { reportInput: true });
    if (result.success) return { values: result.data as T, errors: {} };
    const errors = Object.entries(fieldIssues(result.error)).map(([field, issue]) => [
      field,
      { type: issue.code, message: sentenceOf(issue) },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
