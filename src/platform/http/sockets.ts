import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Places } from '../processes/shared.ts';
import { limitKeyOf } from './caller.ts';

/** Connections of one process. An idle one takes about 20 KB. */
const MOST = 2000;
/** Connections from one address. Browsers open six, and one for live events. */
export const MOST_OF_ADDRESS = 50;

/**
 * Closes new connections beyond 2,000, so that memory stays limited, and those of an address that gets no place.
 * Without `places`, addresses aren’t counted: behind a proxy, all connections come from the same one.
 */
export function limitSockets(server: Server, places: Places | null): void {
  server.maxConnections = MOST;
  if (!places) return;
  server.on('connection', async (socket: Socket) => {
    const address = limitKeyOf(socket.remoteAddress ?? '');
    if (!(await places.take(address))) socket.destroy();
    else if (socket.destroyed) places.free(address);
    else socket.once('close', () => places.free(address));
  });
}
