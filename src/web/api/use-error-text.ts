import { useFind } from '../i18n/i18n.tsx';
import { errorText } from './error-text.ts';

/** The sentence to show for a failed call, in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const find = useFind();
  return (error) => errorText(error, find);
}
