import { useFind } from '../i18n/i18n.tsx';
import { ApiError } from './client.ts';

/** The sentence to show for a failed call: the server's own, or ours when no answer came. */
export function useErrorText(): (error: unknown) => string {
  const find = useFind();
  return (error) => {
    if (error instanceof ApiError && error.status > 0 && error.code !== 'bad_answer') return error.message;
    if (error instanceof ApiError && (error.code === 'network' || error.code === 'timeout'))
      return find('common.no_connection') ?? '';
    return find('common.error_occurred') ?? '';
  };
}
