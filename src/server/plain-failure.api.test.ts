import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, inject, it } from 'vitest';
import { ConfigError } from '#platform/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { plainFailure } from './plain-failure.ts';

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

it('settings and other failures of the operator are sentences, defects are not', () => {
  expect(plainFailure(new ConfigError('PORT=x: a number'))).toMatch(/cannot start with these settings/);
  expect(plainFailure(new TypeError('x is not a function'))).toBe(null);
  expect(plainFailure(Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }))).toBe(null);
  expect(plainFailure('thrown')).toBe(null);
});
