import { connect, createServer, type Socket } from 'node:net';
import type { ConnectionSettings } from './database.ts';

/** A way to the test database that can be cut, held and shut, as a network or a server that is restarted would be. */
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
    from.on('close', () => sockets.delete(from));
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
    /** Connections that are open. */
    sockets,
    /** Connections that wait since `hold`. */
    waiting: () => held?.length ?? 0,
    /** Ends every connection. */
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    /** Carries nothing more over the connections that are open, and ends none: a network that went away. */
    freeze() {
      for (const [one, other] of ways) one.unpipe(other).resume();
    },
    /** Lets new connections wait. */
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
