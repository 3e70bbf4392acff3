import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

const SECRET_NAMES = [
  'authorization',
  'password',
  'token',
  'email',
  'refreshToken',
  'accessToken',
  'content',
  'contact',
];

/**
 * Creates the log of the site: one JSON object per line, by default on standard output. It contains no texts, email
 * addresses or tokens. Values with one of these names are blanked if they get into an object by mistake.
 */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[blanked]' },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Returns an error for the log. Database errors have values of the row in `detail`, such as a text or an address, and
 * those of class 22 have the invalid value in the message.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const namesValue = typeof code === 'string' && /^22...$/.test(code);
  const message = namesValue ? error.message.replace(/".*"/s, '"…"') : error.message;
  return {
    name,
    message,
    code,
    constraint,
    stack: stack?.replace(error.message, () => message),
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}
