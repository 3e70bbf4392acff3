import { inspect } from 'node:util';
import { EmbeddedPostgresError } from '@skein/embedded-postgres';
import { ConfigError } from '#platform/config.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';

/** What an operator can do about an error of the connection to `DATABASE_URL`, by its code. */
const CONNECTION: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the user or password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL, or the way in which it connects.',
  '3D000': 'The database that DATABASE_URL names doesn’t exist. Create it first.',
  '53300': 'The database has no free connections. Skein needs about 15 for each process.',
  '57P03': 'The database is starting or shutting down. Try again in a moment.',
  ECONNREFUSED: 'No database answers at the host and port of DATABASE_URL.',
  ENOENT: 'No database answers at the socket of DATABASE_URL.',
  ENOTFOUND: 'The host of DATABASE_URL can’t be found.',
  EAI_AGAIN: 'The host of DATABASE_URL can’t be looked up at the moment.',
  ETIMEDOUT: 'The database of DATABASE_URL doesn’t answer.',
  EHOSTUNREACH: 'The host of DATABASE_URL can’t be reached.',
  ECONNRESET:
    'What answers at the host and port of DATABASE_URL closes the connection. A proxy may have no database behind it.',
};

/** Returns a sentence about a failure that operators can act on. Null for all others, which need a stack trace. */
export function plainFailure(error: unknown): string | null {
  if (error instanceof ConfigError) return `Skein cannot start with these settings:\n${error.message}`;
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseNotUsableError) return error.message;
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (/timeout exceeded when trying to connect|Connection terminated due to connection timeout/.test(error.message))
    return CONNECTION.ETIMEDOUT!;
  // The library gives this one no code.
  if (error.message === 'Connection terminated unexpectedly') return CONNECTION.ECONNRESET!;
  // Files have these codes, too.
  if (code === 'ENOENT' && syscall !== 'connect') return null;
  return CONNECTION[code ?? ''] ?? null;
}

/** Makes a command end with a sentence instead of a stack trace, where there is one. */
export function failPlainly(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${plainFailure(error) ?? inspect(error)}\n`);
    process.exit(1);
  });
}
