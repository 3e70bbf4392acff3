import { connect, createServer, type Socket } from 'node:net';
import type { ConnectionSettings } from './database.ts';

/** A proxy to the test database that can cut, hold and refuse connections, like a network or a restarting server. */
export async function openGate(settings: ConnectionSettings) {
  const sockets = new Set<Socket>();
  let held: (() => void)[] | null = null;
  let shut = false;
  const ways = new Set<[one: Socket, other: Socket]>();
  const server = createServer((from) => {
    if (shut) {
      from.destroy();
      return;
    }
    sockets.add(from);
    // It can also break while it is held.
    from.on('error', () => {}).on('close', () => sockets.delete(from));
    const pass = () => {
      const to = connect(`${settings.host}/.s.PGSQL.${settings.port}`);
      for (const way of [[from, to] as [Socket, Socket], [to, from] as [Socket, Socket]]) {
        const [one, other] = way;
        ways.add(way);
        one.pipe(other);
        one
          .on('error', () => {})
          .on('close', () => {
            ways.delete(way);
            other.destroy();
          });
      }
    };
    if (held) held.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    settings: { ...settings, host: '127.0.0.1', port },
    /** Open connections. */
    sockets,
    /** Number of connections waiting since `hold`. */
    waiting: () => held?.length ?? 0,
    /** Closes every connection. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    /** Stops the traffic of open connections without closing them, like a failing network. */
    freeze() {
      for (const [one, other] of ways) one.unpipe(other).resume();
    },
    /** Makes new connections wait. */
    hold() {
      held ??= [];
    },
    release() {
      for (const pass of held?.splice(0) ?? []) pass();
      held = null;
    },
    /** Refuses new connections. */
    shut() {
      shut = true;
    },
    open() {
      shut = false;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
