import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { testConfig } from '#testing/test-app.ts';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function listen(env: Record<string, string>): Promise<Server> {
  const http = await createHttpServer(testConfig(env), createLog('silent'), {} as never);
  ends.push(() => http.close());
  http.get('/', () => 'here');
  await http.listen({ port: 0, host: '127.0.0.1' });
  return http.server;
}

/** Opens a connection and sends a request. Returns whether it was answered. */
async function open(server: Server) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  ends.push(() => socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const isAnswered = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  return { socket, isAnswered };
}

it('50 connections of an address are answered, the next one is closed, and a new one answered once another has ended', async () => {
  const server = await listen({ RATE_LIMITS: 'on' });
  const first = [];
  for (let i = 0; i < 50; i += 1) first.push(await open(server));
  expect(first.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
  expect((await open(server)).isAnswered).toBe(false);
  first[0]!.socket.destroy();
  await expect.poll(async () => (await open(server)).isAnswered).toBe(true);
});

it.each<Record<string, string>>([{ RATE_LIMITS: 'on', TRUST_PROXY: '1' }, { RATE_LIMITS: 'off' }])(
  'with %j only the process has a limit',
  async (env) => {
    const server = await listen(env);
    for (let i = 0; i < 51; i += 1) expect((await open(server)).isAnswered).toBe(true);
    expect(server.maxConnections).toBe(2000);
  },
);
