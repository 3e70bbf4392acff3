import { connect, type Socket } from 'node:net';

/**
 * A load client: it writes prepared bytes to keep-alive connections, and reads only the head and length of responses.
 * Common clients in Node use more CPU per request than the server, and would measure themselves.
 */

export interface Load {
  /** Such as `http://localhost:3000`. */
  readonly origin: string;
  readonly connections: number;
  /** How long to measure, in seconds. A warm-up of the same length, at most two seconds, comes first. */
  readonly seconds: number;
  /** Ends earlier after this number of requests. */
  readonly most?: number;
  /** Returns the bytes of the n-th request, which is sent over this connection. */
  request: (n: number, connection: number) => Buffer;
  /** Accepted statuses. Only 200 by default. */
  readonly right?: readonly number[];
  /** False to measure from the first request on. */
  readonly warmUp?: boolean;
  /** Called with the status of the n-th request. */
  onAnswer?: (answer: { readonly n: number; readonly status: number }) => void;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** In ms. */
  readonly p50: number;
  readonly p99: number;
  /** Each response time in milliseconds, in ascending order. */
  readonly times: Float64Array;
  readonly wrong: Readonly<Record<string, number>>;
}

/** Accepts Brotli, as browsers do. */
export const BR = { 'accept-encoding': 'br' };

/** Returns a request without a body, as bytes. */
export function get(path: string, headers: Record<string, string> = {}): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${headerLines({ host: 'localhost', ...headers })}\r\n`);
}

/** Returns a request with a JSON body, as bytes. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(JSON.stringify(body));
  const all = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  };
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${headerLines(all)}\r\n`), bytes]);
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Returns the length of the first complete response in the bytes, or -1 while it is incomplete. */
export function answerLength(bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return -1;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head);
  if (length) {
    const end = headEnd + 4 + Number(length[1]);
    return bytes.length >= end ? end : -1;
  }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const end = bytes.indexOf('\r\n0\r\n\r\n', headEnd, 'latin1');
    return end < 0 ? -1 : end + 7;
  }
  return headEnd + 4;
}

export function quantile(sorted: Float64Array, q: number): number {
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;
}

/**
 * Sends requests over this number of connections, each as soon as the previous response has arrived, and measures the
 * times.
 */
export async function load(options: Load): Promise<LoadResult> {
  const { origin, connections, seconds, request, right = [200], warmUp = true, onAnswer } = options;
  const { hostname, port } = new URL(origin);
  const times: number[] = [];
  const wrong: Record<string, number> = {};
  const begun = performance.now();
  const from = begun + (warmUp ? Math.min(2, seconds) * 1000 : 0);
  const until = from + seconds * 1000;
  const most = options.most ?? Number.POSITIVE_INFINITY;
  let sent = 0;
  let measuredUntil = from;

  const drive = (_: unknown, connection: number) =>
    new Promise<void>((resolve, reject) => {
      let pending: Buffer = Buffer.alloc(0);
      let sentAt = 0;
      let n = 0;
      const socket: Socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      const next = () => {
        if (sent >= most || performance.now() >= until) return socket.destroy();
        sentAt = performance.now();
        n = sent++;
        socket.write(request(n, connection));
      };
      socket.on('connect', next);
      socket.on('data', (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const length = answerLength(pending);
        if (length < 0) return;
        const status = pending.toString('latin1', 9, 12);
        pending = pending.length === length ? Buffer.alloc(0) : pending.subarray(length);
        const now = performance.now();
        if (!right.includes(Number(status))) wrong[status] = (wrong[status] ?? 0) + 1;
        onAnswer?.({ n, status: Number(status) });
        if (sentAt >= from) {
          times.push(now - sentAt);
          measuredUntil = now;
        }
        next();
      });
      socket.on('error', reject);
      socket.on('close', resolve);
    });

  await Promise.all(Array.from({ length: connections }, drive));
  const sorted = Float64Array.from(times).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / ((measuredUntil - from) / 1000),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    times: sorted,
    wrong,
  };
}
