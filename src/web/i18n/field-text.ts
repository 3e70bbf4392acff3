import type { FieldIssue } from '#core/errors.ts';
import { useFind } from './i18n.tsx';

/** The sentence about what is wrong with a field, in the words in which the server would say it. */
export function useFieldText(): (issue: FieldIssue) => string {
  const find = useFind('errors');
  return ({ code, params }) => find(`field.${code}`, params) ?? find('field.invalid') ?? code;
}
