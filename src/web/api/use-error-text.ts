import { useFind } from '../i18n/i18n.tsx';
import { errorText } from './error-text.ts';

/** Returns a function that gives the message for a failed call, in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const find = useFind();
  return (error) => errorText(error, find);
}
