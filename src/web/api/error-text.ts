import { ApiError } from './client.ts';

/** The sentence to show for a failed call: the server's own, or ours when no answer came. `find` knows the common ones, and those of errors. */
export function errorText(error: unknown, find: (key: string) => string | null | undefined): string {
  const unknown = find('common.error_occurred') ?? '';
  if (!(error instanceof ApiError) || error.code === 'bad_answer') return unknown;
  if (error.status > 0) return error.message;
  if (error.code === 'network' || error.code === 'timeout') return find('common.no_connection') ?? '';
  if (error.code === 'unavailable') return find('common.busy_text') ?? '';
  return find(`error.${error.code}`) ?? unknown;
}
