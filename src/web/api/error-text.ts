import { ApiError } from './client.ts';

/**
 * Returns the message to show for a failed call: the server's, or a local one if there was no usable response. `find`
 * has to know the common messages and those of errors.
 */
export function errorText(error: unknown, find: (key: string) => string | null | undefined): string {
  const unknown = find('common.error_occurred') ?? '';
  if (!(error instanceof ApiError) || error.code === 'bad_answer') return unknown;
  if (error.status > 0) return error.message;
  if (error.code === 'network' || error.code === 'timeout') return find('common.no_connection') ?? '';
  if (error.code === 'unavailable') return find('common.busy_text') ?? '';
  return find(`error.${error.code}`) ?? unknown;
}
