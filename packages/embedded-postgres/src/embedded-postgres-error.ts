/** What went wrong, for code. The message tells people what to do. */
export type EmbeddedPostgresErrorCode =
  | 'already_running'
  | 'data_dir_not_reachable'
  | 'binaries_missing'
  | 'init_failed'
  | 'start_failed'
  | 'wrong_user'
  | 'wrong_version'
  | 'unsupported_platform';

/**
 * Thrown when the embedded PostgreSQL can’t run. The message is for the person who started Skein and contains the
 * remedy.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns the `code` of a failed system call (such as `'ENOENT'`), or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
