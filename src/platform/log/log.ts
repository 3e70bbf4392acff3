import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/**
 * The site's log: one JSON object per line on standard output. It holds no text of anyone, no mail address, no token;
 * what slips into an object under one of these names is blanked.
 */
export function createLog(level: string): pino.Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        'password',
        'token',
        'email',
        'refreshToken',
        'accessToken',
        'content',
        'contact',
      ].flatMap((name) => [name, `*.${name}`]),
      censor: '[blanked]',
    },
    serializers: { err: describeError },
  });
}

/** An error for the log: database errors carry the values of the row in `detail`, which may be a text or an address. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return { name, message, code, constraint, stack, ...(cause ? { cause: describeError(cause) } : {}) };
}
