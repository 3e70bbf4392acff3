import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limitKeyOf } from './caller.ts';

/** Connections of one process. An idle one takes about 20 KB. */
const MOST = 2000;
/** Connections from one address. Browsers open six, and one for live events. */
const MOST_OF_ADDRESS = 50;

/**
 * Closes new connections beyond 2,000, so that memory stays limited, and if `perAddress`, beyond 50 from one address.
 * Behind a proxy, all connections come from the same address.
 */
export function limitSockets(server: Server, { perAddress }: { perAddress: boolean }): void {
  server.maxConnections = MOST;
  if (!perAddress) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = limitKeyOf(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > MOST_OF_ADDRESS) socket.destroy();
  });
}
