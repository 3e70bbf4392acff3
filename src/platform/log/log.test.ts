import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { createLog } from './log.ts';

const SECRET = 'hunter2-ann@example.com';

/** Returns what the log writes during `work`, line by line. */
function linesOf(work: (log: ReturnType<typeof createLog>) => void, level = 'info'): Record<string, unknown>[] {
  const lines: string[] = [];
  work(createLog(level, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

describe('the log', () => {
  it('is one JSON object per line, with the time', () => {
    const [line] = linesOf((log) => log.info({ port: 3000 }, 'Started'));
    expect(line).toEqual({ level: 30, time: expect.stringMatching(/^\d{4}-.*Z$/), port: 3000, msg: 'Started' });
  });
  it('blanks values with secret names', () => {
    const names = ['authorization', 'password', 'token', 'email', 'refreshToken', 'accessToken', 'content', 'contact'];
    const secrets = Object.fromEntries(names.map((name) => [name, SECRET]));
    const [line] = linesOf((log) => log.info({ ...secrets, body: secrets, kept: 'yes' }, 'x'));
    expect(JSON.stringify(line)).not.toContain(SECRET);
    expect(line).toMatchObject({ kept: 'yes', password: '[blanked]', body: { token: '[blanked]' } });
  });
  it('says what happened in a database error, but not to which values', () => {
    const cause = Object.assign(new pg.DatabaseError('duplicate key value', 1, 'error'), {
      code: '23505',
      constraint: 'accounts_email',
      detail: `Key (email)=(${SECRET}) already exists.`,
      where: SECRET,
      parameters: [SECRET],
    });
    const [line] = linesOf((log) => log.error({ err: new AppError('internal', { cause }) }, 'internal'));
    expect(JSON.stringify(line)).not.toContain(SECRET);
    expect(line).toMatchObject({ err: { name: 'AppError', cause: { code: '23505', constraint: 'accounts_email' } } });
  });
  it('does not repeat a value that the database could not read', () => {
    const error = Object.assign(new pg.DatabaseError(`invalid input syntax for type bigint: "${SECRET}"`, 1, 'error'), {
      code: '22P02',
    });
    const [line] = linesOf((log) => log.error({ err: error }, 'x'));
    expect(JSON.stringify(line)).not.toContain(SECRET);
    expect(line).toMatchObject({ err: { code: '22P02' } });
  });
  it('accepts values that are not errors', () => {
    expect(linesOf((log) => log.error({ err: 'a text' }, 'x'))).toMatchObject([{ err: 'a text' }]);
  });
  it('writes only the configured levels', () => {
    const all = (level: string) =>
      linesOf((log) => {
        for (const name of ['error', 'warn', 'info', 'debug'] as const) log[name](name);
      }, level).map(({ msg }) => msg);
    expect(all('silent')).toEqual([]);
    expect(all('warn')).toEqual(['error', 'warn']);
    expect(all('debug')).toEqual(['error', 'warn', 'info', 'debug']);
  });
});
