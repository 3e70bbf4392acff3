import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
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
  const leaving = new AbortController();
  const asked = fetch('http://[2001:db8::7]:8080/', { signal: leaving.signal }).catch(() => {});
  const seen: string[] = [];
  await vi.waitFor(() => {
    seen.push(...takeForeignConnections());
    expect(seen).toContain('2001:db8::7');
  });
  leaving.abort();
  await asked;
  expect(seen).toEqual(['203.0.113.7', '2001:db8::7']);
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
