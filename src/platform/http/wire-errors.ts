import { AppError, type ErrorCode, type FieldIssue } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { isImpossibleValue, isUnavailable } from '../db/database.ts';
import { translatorOf } from '../i18n/catalogs.ts';

/** The body of an error response (product §12). */
export interface WireError {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
}

/** Seconds after which callers should retry if the service is busy or failing. */
export const BUSY_RETRY_S = 5;

interface HttpFailure {
  statusCode?: number;
  code?: string;
}

/** Our codes for the errors of Fastify. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_REQ_FILE_TOO_LARGE: 'image_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_body',
  FST_UNDER_PRESSURE: 'unavailable',
};

/** Has callers of a busy service retry, also if the code that noticed it, such as a full disk, says no time. */
function withRetryAfter(error: AppError): AppError {
  if (error.code !== 'unavailable' || error.retryAfter !== undefined) return error;
  const { params, details, cause } = error;
  return new AppError('unavailable', { params, cause, retryAfter: BUSY_RETRY_S, ...(details && { details }) });
}

/** Converts a thrown value to an `AppError`. Unknown errors become `internal`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return withRetryAfter(thrown);
  const failure = thrown as HttpFailure & Error;
  const known = FASTIFY_CODES[failure?.code ?? ''];
  if (known)
    return new AppError(known, { cause: thrown, ...(known === 'unavailable' ? { retryAfter: BUSY_RETRY_S } : {}) });
  // The caller disconnected while sending. A lost database connection has the same code, but another message.
  if (failure?.code === 'ECONNRESET' && failure.message === 'aborted')
    return new AppError('malformed_body', { cause: thrown });
  if (isUnavailable(thrown)) return new AppError('unavailable', { cause: thrown, retryAfter: BUSY_RETRY_S });
  if (isImpossibleValue(thrown)) return new AppError('invalid_input', { cause: thrown });
  const status = failure?.statusCode;
  if (status !== undefined && status >= 400 && status < 500) return new AppError('malformed_body', { cause: thrown });
  return new AppError('internal', { cause: thrown });
}

function sentence(language: Language, { code, params }: FieldIssue): string {
  const translator = translatorOf(language);
  return (
    translator.find(`field.${code}`, params) ??
    translator.find(`error.${code}`, params) ??
    translator.t('field.invalid')
  );
}

/** Returns the body of an error response, in the caller’s language. */
export function toWireError(error: AppError, language: Language): WireError {
  const wire: WireError = {
    error: translatorOf(language).find(`error.${error.code}`, error.params) ?? error.code,
    code: error.code,
  };
  if (error.fields) {
    wire.fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, issue]) => [name, sentence(language, issue)]),
    );
  }
  if (error.details) wire.details = error.details;
  return wire;
}
