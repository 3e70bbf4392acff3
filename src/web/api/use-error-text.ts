import { useFind } from '../i18n/i18n.tsx';
import { ApiError } from './client.ts';

/** The sentence to show for a failed call: the server's own, or ours when no answer came. */
export function useErrorText(): (error: unknown) => string {
  const find = useFind();
  return (error) => {
    const unknown = find('common.error_occurred') ?? '';
    if (!(error instanceof ApiError) || error.code === 'bad_answer') return unknown;
    if (error.status > 0) return error.message;
    if (error.code === 'network' || error.code === 'timeout') return find('common.no_connection') ?? '';
    if (error.code === 'unavailable') return find('common.busy_text') ?? '';
    return find(`error.${error.code}`) ?? unknown;
  };
}
