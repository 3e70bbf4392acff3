import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { hostOf, takeForeignConnections } from './connections.ts';

// All test files fail if they leave a foreign connection behind (measure-file.ts).
it('connections to other machines are noticed, also those of fetch, and those to this one are not', async () => {
  for (const [port, host] of [
    [9, '203.0.113.7'],
    [9, '127.0.0.1'],
    [9, 'localhost'],
  ] as const) {
    const socket = connect(port, host).on('error', () => {});
    socket.destroy();
  }
  await fetch('http://[2001:db8::7]:9/', { signal: AbortSignal.timeout(20) }).catch(() => {});
  expect(takeForeignConnections()).toEqual(['203.0.113.7', '2001:db8::7']);
  expect(takeForeignConnections()).toEqual([]);
});

it.each<[unknown[], string | null]>([
  [[80, 'example.com'], 'example.com'],
  [['80', 'example.com'], 'example.com'],
  [[80], 'localhost'],
  [[{ port: 80, host: 'example.com' }, null], 'example.com'],
  [[[{ port: 80, host: 'example.com' }, null]], 'example.com'],
  [[{ path: '/tmp/.s.PGSQL.5432' }], null],
  [['/tmp/.s.PGSQL.5432'], null],
])('the host of %j', (args, host) => expect(hostOf(args)).toBe(host));
