/**
 * Errors of any call and of the platform, with their HTTP status. Features declare theirs in `model/feature.ts`. The
 * text of a code in the eight languages is `error.<code>` in `locales/<language>/errors.json`, or in the
 * `NAME.errors.json` of its feature.
 *
 * What the caller must not know about is 404, and a state that doesn’t allow the action is 409. 401 and 403 are
 * reserved for login and roles, because browsers refresh the session on each of them (spec §4).
 */
export const CORE_ERRORS = {
  invalid_input: 400,
  malformed_body: 400,
  body_too_large: 413,
  unsupported_body: 415,
  login_required: 401,
  banned: 403,
  forbidden: 403,
  // The caller has the role, but its rights rest until they set up a second factor.
  second_factor_required: 409,
  not_found: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  wrong_state: 409,
  conflict: 409,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,

  // human check
  please_complete_verification: 400,
  verification_unavailable: 503,

  // login with a provider
  google_refused: 400,
  google_unavailable: 503,
  provider_refused: 400,
  provider_unavailable: 503,

  // images
  image_too_large: 413,
  image_type_refused: 400,
  image_unreadable: 400,
  image_too_many_pixels: 400,
  image_too_small: 400,
} as const satisfies Record<string, number>;

type CoreErrors = typeof CORE_ERRORS;
/** All error codes, with their HTTP status. Each feature adds its own in `model/feature.ts`. */
export interface ErrorCodes extends CoreErrors {}

export type ErrorCode = keyof ErrorCodes;
/** The HTTP status of each code. `src/server` combines it from core and all features. */
export type ErrorStatuses = Readonly<Record<ErrorCode, number>>;

/** Codes that any call can return in addition to those it declares. */
export const COMMON_ERRORS = [
  'invalid_input',
  'malformed_body',
  'body_too_large',
  'unsupported_body',
  'method_not_allowed',
  // Concurrent changes, or an Idempotency-Key that was used for another request.
  'conflict',
  'too_many_requests',
  // Instead of `forbidden`, to a moderator whose rights rest.
  'second_factor_required',
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[];

export type ErrorParams = Record<string, string | number>;

/**
 * What is wrong with one field: the code of its message (`field.<code>`), and the message’s parameters.
 */
export interface FieldIssue {
  code: string;
  params?: ErrorParams;
}

export interface ErrorExtras {
  /** Values for the placeholders of the message. */
  params?: ErrorParams;
  /** By the path of the field in the input, such as `title` or `categories.0`. */
  fields?: Record<string, FieldIssue>;
  /** Data for the client to act on, sent unchanged. */
  details?: Record<string, unknown>;
  /** Value of the Retry-After header, in seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** The only error that is sent to callers. Anything else that is thrown is a bug and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: Record<string, FieldIssue> | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(code, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = extras.params ?? {};
    this.fields = extras.fields;
    this.details = extras.details;
    this.retryAfter = extras.retryAfter;
  }
}

/** Returns an `invalid_input` error for one field. */
export function fieldError(field: string, code: string, params?: ErrorParams): AppError {
  return new AppError('invalid_input', { fields: { [field]: params ? { code, params } : { code } } });
}
