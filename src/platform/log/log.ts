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
 * The site's log: one JSON object per line, on standard output if nothing else is said. It holds no text of anyone, no mail address, no token;
 * what slips into an object under one of these names is blanked.
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
 * An error for the log. Database errors carry the values of the row in `detail`, which may be a text or an address, and
 * the value that they could not read in the message itself (class 22).
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
