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

/** Returns a copy of an error that says only its kind and where it was thrown. Its message may quote an input. */
export function withoutMessage(error: unknown): Error {
  const copy = new Error('[blanked]');
  if (!(error instanceof Error)) return copy;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  copy.name = error.name;
  copy.stack = [`${error.name}: [blanked]`, ...frames].join('\n');
  return 'code' in error ? Object.assign(copy, { code: error.code }) : copy;
}

/** Returns a copy of an error that doesn’t say where it was thrown, for errors that every call meets. */
export function withoutStack(error: Error): Error {
  const copy = new Error(error.message);
  copy.name = error.name;
  delete copy.stack;
  return 'code' in error ? Object.assign(copy, { code: error.code }) : copy;
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
