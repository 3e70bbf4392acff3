import { ApiError } from '#web/api/client.ts';

/** Errors of links that can’t be used. All others can be temporary. */
const GONE: ReadonlySet<string> = new Set(['link_invalid', 'invalid_input']);

/** True if an emailed link, or one in the log, can’t be used any more. */
export function isLinkGone(error: unknown): boolean {
  return error instanceof ApiError && GONE.has(error.code);
}
