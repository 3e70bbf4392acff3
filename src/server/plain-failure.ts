import { inspect } from 'node:util';
import { EmbeddedPostgresError } from '@skein/embedded-postgres';
import { AppError } from '#core/errors.ts';
import { ConfigError } from '#platform/config.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { S3Failure } from '#platform/files/s3-client.ts';
import { fileFailure } from './file-failure.ts';

/** What an operator can do about an error of the connection to `DATABASE_URL`, by its code. */
const CONNECTION: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the user or password of DATABASE_URL.',
  '28000': 'The database refuses the user of DATABASE_URL, or the way in which it connects.',
  '3D000': 'The database that DATABASE_URL names doesn’t exist. Create it first.',
  '53100': 'The disk of the database is full. Free some room, and try again.',
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

/** The role in `DATABASE_OWNER_URL` can’t connect. The cause says why. */
export class OwnerNotConnected extends Error {}

/** Returns a sentence about a failure that operators can act on. Null for all others, which need a stack trace. */
export function plainFailure(error: unknown): string | null {
  if (error instanceof ConfigError) return `Skein cannot start with these settings:\n${error.message}`;
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseNotUsableError) return error.message;
  if (!(error instanceof Error)) return null;
  if (error instanceof OwnerNotConnected)
    return plainFailure(error.cause)?.replaceAll('DATABASE_URL', 'DATABASE_OWNER_URL') ?? null;
  if (error instanceof AppError && error.cause instanceof S3Failure)
    return `The store of images and exports can’t be used: ${error.cause.message}.`;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (/timeout exceeded when trying to connect|Connection terminated due to connection timeout/.test(error.message))
    return CONNECTION.ETIMEDOUT!;
  // The library gives this one no code.
  if (error.message === 'Connection terminated unexpectedly') return CONNECTION.ECONNRESET!;
  if (code === 'EACCES' && syscall === 'connect') return 'This user may not use the socket of DATABASE_URL.';
  const ofFile = fileFailure(error);
  // Files have these codes, too.
  if (ofFile !== null || (code === 'ENOENT' && syscall !== 'connect')) return ofFile;
  return CONNECTION[code ?? ''] ?? null;
}

/** Makes a command end with a sentence instead of a stack trace, where there is one. */
export function failPlainly(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${plainFailure(error) ?? inspect(error)}\n`);
    process.exit(1);
  });
}
