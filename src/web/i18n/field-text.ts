import type { FieldIssue } from '#core/errors.ts';
import { useFind } from './i18n.tsx';

/** Returns a function that gives the message for an invalid field. It is the same as the server’s. */
export function useFieldText(): (issue: FieldIssue) => string {
  const find = useFind('errors');
  return ({ code, params }) => find(`field.${code}`, params) ?? find('field.invalid') ?? code;
}
