/**
 * All errors that a caller can get, with their HTTP status. The text of a code in the eight languages is `error.<code>`
 * in `locales/<language>/errors.json`.
 *
 * What the caller must not know about is 404, and a state that doesn’t allow the action is 409. 401 and 403 are
 * reserved for login and roles, because browsers refresh the session on each of them (spec §4).
 */
export const ERROR_STATUS = {
  // any call
  invalid_input: 400,
  malformed_body: 400,
  body_too_large: 413,
  unsupported_body: 415,
  login_required: 401,
  forbidden: 403,
  not_found: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  wrong_state: 409,
  conflict: 409,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,

  // accounts
  banned: 403,
  please_complete_verification: 400,
  verification_unavailable: 503,
  wrong_credentials: 400,
  email_not_verified: 409,
  link_invalid: 400,
  many_action: 429,
  refresh_refused: 401,
  rotation_required: 400,
  user_not_found: 404,
  sign_in_again: 409,
  last_administrator: 409,
  session_not_found: 404,
  password_missing: 409,
  google_cancelled: 400,
  google_state_lost: 400,
  google_refused: 400,
  google_email_unverified: 400,
  google_taken: 409,
  google_unavailable: 503,

  // images
  image_too_large: 413,
  image_type_refused: 400,
  image_unreadable: 400,
  image_too_many_pixels: 400,

  // messages
  message_not_found: 404,

  // stories
  story_not_found: 404,
  story_mode_fixed: 409,
  story_in_review: 409,
  category_there: 409,
  category_suggested: 409,

  // participation
  solo_story: 409,
  invite_only: 409,
  story_full: 409,
  already_participant: 409,
  not_participant: 409,
  request_pending: 409,
  request_ended: 409,
  reapply_later: 409,
  too_many_invitations: 409,

  // relay
  not_your_turn: 409,
  turn_extended: 409,
  nobody_to_hand_to: 409,

  // branch
  no_continuation_left: 409,
  path_too_deep: 409,

  // competition
  only_by_rounds: 409,
  round_not_found: 404,
  submission_not_found: 404,
  first_chapter_missing: 409,
  round_unfinished: 409,
  round_running: 409,
  too_few_participants: 409,
  writing_closed: 409,
  voting_closed: 409,
  own_entry: 409,
  account_too_new: 409,
  entries_unopened: 409,
  entry_disqualified: 409,
  round_judged: 409,

  // chapters
  chapter_not_found: 404,
  chapter_changed: 409,
  chapter_in_review: 409,
  previous_chapter_missing: 409,
  save_changes_first: 409,
  too_many_drafts: 409,
  revision_not_found: 404,

  // translation
  translation_not_found: 404,
  translation_in_review: 409,
  translation_changed: 409,
  translation_incomplete: 409,
  translation_unchanged: 409,
  translation_claimed: 409,
  translation_outdated: 409,
  same_language: 409,
  lease_over: 409,
  not_translator: 409,
  name_not_found: 404,
  too_many_names: 409,
  too_many_reviews: 409,

  // moderation
  review_not_found: 404,
  review_outdated: 409,
  own_work: 403,
  job_not_found: 404,
  target_not_found: 404,
  own_target: 409,
  already_reported: 409,
  case_not_found: 404,
  case_closed: 409,
  own_decision: 403,
  not_over_moderators: 403,
  restriction_not_found: 404,
  already_appealed: 409,
  appeal_too_late: 409,

  // pages
  page_not_found: 404,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

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
  'unavailable',
  'internal',
] as const satisfies readonly ErrorCode[];

export type ErrorParams = Record<string, string | number>;

/**
 * What is wrong with one field: the code of its message (`field.<code>` in errors.json), and the message’s parameters.
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

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Returns an `invalid_input` error for one field. */
export function fieldError(field: string, code: string, params?: ErrorParams): AppError {
  return new AppError('invalid_input', { fields: { [field]: params ? { code, params } : { code } } });
}
