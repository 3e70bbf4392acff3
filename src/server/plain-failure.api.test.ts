import { once } from 'node:events';
import { mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { ConfigError } from '#platform/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { S3Failure } from '#platform/files/s3-client.ts';
import { createLog } from '#platform/log/log.ts';
import { urlOf } from '#testing/test-server.ts';
import { readConfig } from './config.ts';
import { bareDatabase } from './database.ts';
import { makeFolder } from './make-folder.ts';
import { OwnerNotConnected, plainFailure } from './plain-failure.ts';

const reachable = () => {
  const { host, port, user } = inject('postgres');
  return { host, port, user, database: 'postgres' };
};

it.each([
  ['no such database', () => ({ ...reachable(), database: 'no_such_one' }), /doesn’t exist/],
  ['no such user', () => ({ ...reachable(), user: 'no_such_one' }), /refuses the user/],
  ['a refused port', () => ({ host: '127.0.0.1', port: 1 }), /No database answers at the host/],
  ['no such socket', () => ({ host: '/nowhere/at/all' }), /No database answers at the socket/],
  ['an unknown host', () => ({ host: 'no-such-host.invalid' }), /host of DATABASE_URL can’t be/],
])('a start with %s ends with a sentence', async (_what, settings, sentence) => {
  const database = openDatabase(settings(), () => {}, { max: 1 });
  const error = await database.pool.query('select 1').catch((thrown: unknown) => thrown);
  await database.close();
  expect(plainFailure(error)).toMatch(sentence);
});

it('a start through a proxy without a database behind it ends with a sentence', async () => {
  const proxy = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const database = openDatabase({ host: '127.0.0.1', port }, () => {}, { max: 1 });
  const error = await database.pool.query('select 1').catch((thrown: unknown) => thrown);
  await database.close();
  proxy.close();
  expect(plainFailure(error)).toMatch(/closes the connection/);
});

it('a role in DATABASE_OWNER_URL that can’t connect is named, not that of DATABASE_URL', async () => {
  const urls = (owner: object) => ({
    DATABASE_URL: urlOf(reachable()),
    DATABASE_OWNER_URL: urlOf({ ...reachable(), ...owner }),
    SECRET_KEY: 'a secret of tests that is long enough',
  });
  const start = (owner: object) => bareDatabase(readConfig(urls(owner), '/'), createLog('silent'));
  await expect(start({})).resolves.toBeTruthy();
  const error = await start({ user: 'no_such_one' }).catch((thrown: unknown) => thrown);
  expect(plainFailure(error)).toBe(
    'The database refuses the user of DATABASE_OWNER_URL, or the way in which it connects.',
  );
  const cause = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  expect(plainFailure(new OwnerNotConnected('', { cause }))).toBe(
    'The database refuses the user or password of DATABASE_OWNER_URL.',
  );
  expect(plainFailure(cause)).toBe('The database refuses the user or password of DATABASE_URL.');
});

it('a folder that can’t be used is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skein-unusable-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const says = (work: Promise<unknown>) => work.then(String, plainFailure);
  expect(await says(makeFolder(join(file, 'backup')))).toMatch(`${file}/backup can’t be used: a part`);
  expect(await says(makeFolder(file))).toBe(`${file} exists already, and is not a folder. Choose another one.`);
  expect(await says(writeFile(folder, ''))).toBe(`${folder} is a folder, not a file. Choose another name.`);
  expect(await says(makeFolder('/proc/nothing/at/all'))).toBe('/proc/nothing can’t be created. Choose another folder.');
  await makeFolder(join(folder, 'a/b/c'));
  await makeFolder(join(folder, 'a/b/c'));
  await expect(rmdir(join(folder, 'a/b/c'))).resolves.toBeUndefined();
  expect(await says(rename(join(folder, 'none'), file))).toBe(null);
  await rm(folder, { recursive: true });
});

it.each([
  [{ code: 'EACCES', syscall: 'mkdir', path: '/there' }, /^This user may not use \/there\./],
  [{ code: 'EACCES', syscall: 'scandir', path: '/there' }, /^This user may not use \/there\./],
  [{ code: 'EROFS', syscall: 'open', path: '/there' }, /^\/there is on a disk that can only be read\./],
  [{ code: 'EISDIR', syscall: 'rename', path: '/there.part', dest: '/there' }, /^\/there is a folder, not a file\./],
  [{ code: 'ENOSPC', syscall: 'write' }, /^There is no room on the disk\. Free some/],
  [{ code: 'EDQUOT', syscall: 'mkdir', path: '/there' }, /^There is no room on the disk of \/there\./],
  [{ code: 'EACCES', syscall: 'connect' }, /^This user may not use the socket of DATABASE_URL\./],
  [{ code: '53100' }, /^The disk of the database is full\./],
])('%o is a sentence', (fields, sentence) => {
  expect(plainFailure(Object.assign(new Error(), fields))).toMatch(sentence);
});

it('a store that doesn’t answer is a sentence, a port or program with the same code is not one about files', () => {
  const cause = new S3Failure('S3 did not answer in time', true);
  expect(plainFailure(new AppError('unavailable', { cause }))).toMatch(/can’t be used: S3 did not answer in time\./);
  for (const fields of [{ syscall: 'listen' }, { syscall: 'spawn npm', path: 'npm' }])
    expect(plainFailure(Object.assign(new Error(), { code: 'EACCES', ...fields }))).toBe(null);
});

it('settings and other failures of the operator are sentences, defects are not', () => {
  expect(plainFailure(new ConfigError('PORT=x: a number'))).toMatch(/cannot start with these settings/);
  expect(plainFailure(new TypeError('x is not a function'))).toBe(null);
  expect(plainFailure(Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }))).toBe(null);
  expect(plainFailure('thrown')).toBe(null);
});
