/** What went wrong, for code; the message says what to do, for people. */
export type EmbeddedPostgresErrorCode =
  | 'already_running'
  | 'data_dir_not_reachable'
  | 'binaries_missing'
  | 'init_failed'
  | 'start_failed'
  | 'wrong_user'
  | 'wrong_version'
  | 'unsupported_platform';

/** The embedded PostgreSQL cannot run. The message is a sentence for the person who started Skein, with the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The `code` of a failed system call (`'ENOENT'`), or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
