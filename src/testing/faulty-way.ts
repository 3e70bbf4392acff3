import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What happens on the way to a server:
 * - `stall`: requests arrive nowhere and aren’t answered.
 * - `cut`: the connection ends in the middle of the response.
 * - `busy`: a proxy answers with 503.
 * - `wrong`: a byte of the body of the response is another one.
 * - `wrong upload`: a byte of the body of the request is another one.
 */
export type Fault = 'stall' | 'cut' | 'busy' | 'wrong' | 'wrong upload';

export interface FaultyWay {
  readonly endpoint: URL;
  /** The fault of all requests, or of so many more. */
  fault: Fault | null;
  times: number;
  stop: () => Promise<void>;
}

const BUSY = '<Error><Code>SlowDown</Code></Error>';
const END_OF_HEAD = '\r\n\r\n';

/** Returns the bytes with the first one of the body changed. The head may have been sent before. */
function damaged(bytes: Buffer): Buffer {
  const end = bytes.indexOf(END_OF_HEAD);
  const at = end < 0 ? 0 : end + END_OF_HEAD.length;
  if (at >= bytes.length) return bytes;
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 1;
  return copy;
}

/** Starts a proxy before an HTTP server, whose faults can be chosen. */
export async function openFaultyWay(to: URL): Promise<FaultyWay> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const spend = () => {
    way.times -= 1;
    if (way.times <= 0) way.fault = null;
  };
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    keep(client);
    keep(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    let fault: Fault | null = null;
    client.on('data', (bytes) => {
      // The body of a request follows its head.
      if (/^(GET|HEAD|PUT|DELETE) /.test(bytes.toString('latin1', 0, 7))) {
        fault = way.fault;
        if (fault !== null) spend();
        if (fault === 'busy') {
          fault = null;
          client.end(`HTTP/1.1 503 Busy\r\ncontent-length: ${BUSY.length}\r\nconnection: close\r\n\r\n${BUSY}`);
          return;
        }
      }
      if (fault === 'stall') return;
      upstream.write(fault === 'wrong upload' ? damaged(bytes) : bytes);
    });
    upstream.on('data', (bytes) => {
      if (fault === 'cut') {
        client.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => client.destroy());
        return;
      }
      client.write(fault === 'wrong' ? damaged(bytes) : bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way: FaultyWay = {
    endpoint: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    fault: null,
    times: Number.POSITIVE_INFINITY,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return way;
}
