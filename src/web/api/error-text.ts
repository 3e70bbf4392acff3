import type { ErrorCode } from '#core/errors.ts';
import type { PlainKey } from '#core/messages.ts';
import { ApiError } from './client.ts';

/** Codes of calls that fail before they are sent. Listed here, so that no other messages have to be loaded. */
const BEFORE_SENT: Record<string, string> = {
  login_required: 'error.login_required',
  please_complete_verification: 'error.please_complete_verification',
} satisfies Partial<Record<ErrorCode, PlainKey>>;

/**
 * Returns the message to show for a failed call: the server's, or a local one if there was no usable response. `find`
 * has to know the common messages and those of errors. Without `common.no_connection_kept`, it never says that what the
 * user wrote is kept: a form for logging in, for example, keeps nothing.
 */
export function errorText(error: unknown, find: (key: string) => string | null | undefined): string {
  const unknown = find('common.error_occurred') ?? '';
  if (!(error instanceof ApiError) || error.code === 'bad_answer') return unknown;
  if (error.status > 0) return error.message;
  if (error.code === 'network' || error.code === 'timeout') {
    const kept = error.isRead ? null : find('common.no_connection_kept');
    return kept ?? find('common.no_connection') ?? '';
  }
  if (error.code === 'unavailable') return find('common.busy_text') ?? '';
  return find(BEFORE_SENT[error.code] ?? '') ?? unknown;
}
