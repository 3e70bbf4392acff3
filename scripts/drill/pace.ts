import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerLength, get } from '../../bench/load.ts';

export interface Answer {
  /** When it was sent, in ms since the first request. */
  readonly at: number;
  readonly ms: number;
  /** 0 if the connection ended before the response was complete. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly n: number;
  readonly body: string;
}

export interface Pace {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** Bytes of the n-th request, of `bench/load.ts`. */
  request: (n: number) => Buffer;
  /** Connections that are open at the same time, at most. A request that finds none is not sent. */
  readonly most?: number;
  /** Number of connections that are open, and have had a response, before the first request is sent. */
  readonly warm?: number;
  /** Keeps the bodies of responses. */
  readonly keepsBodies?: boolean;
  /** Called with each response as soon as it has arrived. */
  onAnswer?: (answer: Answer) => void;
}

/** After this time a request without a response counts as one without. Clients give up after 10 s. */
const PATIENCE_MS = 20_000;
const STEP_MS = 5;

/**
 * Sends requests at a steady rate, whether those before have their responses or not, and returns all responses in the order
 * in which they arrived. Uses as many connections as it needs.
 */
export async function pace(options: Pace): Promise<Answer[]> {
  const {
    url,
    perSecond,
    seconds,
    request,
    most = Number.POSITIVE_INFINITY,
    warm = 0,
    keepsBodies = false,
    onAnswer,
  } = options;
  const { hostname, port } = new URL(url);
  const answers: Answer[] = [];
  const idle: Socket[] = [];
  const open = new Set<Socket>();
  let begun = performance.now();
  let pending = 0;

  const end = (n: number, sentAt: number, status: number, head = '', body = '') => {
    pending -= 1;
    const now = performance.now();
    const hasRetryAfter = /\r\nretry-after: \d/i.test(head);
    const answer = { at: sentAt - begun, ms: now - sentAt, status, hasRetryAfter, n, body: keepsBodies ? body : '' };
    answers.push(answer);
    if (n >= 0) onAnswer?.(answer);
  };

  const ask = (socket: Socket, n: number, asked = request(n)) => {
    const sentAt = performance.now();
    let bytes: Buffer = Buffer.alloc(0);
    pending += 1;
    const finish = (status: number, head?: string, body?: string) => {
      socket.off('data', onData).off('close', onClose).setTimeout(0);
      end(n, sentAt, status, head, body);
    };
    const onClose = () => finish(0);
    const onData = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const length = answerLength(bytes);
      if (length < 0) return;
      const at = bytes.indexOf('\r\n\r\n');
      const head = bytes.toString('latin1', 0, at + 2);
      finish(Number(head.slice(9, 12)), head, keepsBodies ? bytes.toString('utf8', at + 4, length) : '');
      if (/\r\nconnection: close/i.test(head)) socket.destroy();
      else idle.push(socket);
    };
    socket.on('data', onData).on('close', onClose);
    socket.setTimeout(PATIENCE_MS);
    socket.write(asked);
  };

  const connectAnew = (): Socket => {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    socket.setNoDelay(true).on('error', () => {});
    socket.on('close', () => open.delete(socket)).on('timeout', () => socket.destroy());
    return socket;
  };

  const socketFor = (): Socket | null => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) if (!kept.destroyed && kept.writable) return kept;
    if (open.size >= most) return null;
    return connectAnew();
  };

  for (let i = 0; i < warm; i += 1) ask(connectAnew(), -1, get('/api/health'));
  while (pending > 0) await delay(STEP_MS);
  answers.length = 0;
  begun = performance.now();
  let sent = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun;
      const due = Math.min(Math.floor((elapsed / 1000) * perSecond), Math.floor(perSecond * seconds));
      for (; sent < due; sent += 1) {
        const socket = socketFor();
        if (socket) ask(socket, sent);
      }
      if (elapsed < seconds * 1000 || pending > 0) return;
      clearInterval(timer);
      resolve();
    }, STEP_MS);
  });
  for (const socket of open) socket.destroy();
  return answers;
}

export function quantileOf(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;
}

export const timesOf = (answers: readonly Answer[]) => answers.map(({ ms }) => ms);

/** Returns answers that a client can’t handle: none, a 5xx other than 503, or a 503 that doesn’t say when to retry. */
export function unexpected(answers: readonly Answer[]): Answer[] {
  return answers.filter(
    ({ status, hasRetryAfter }) => status < 200 || (status >= 500 && !(status === 503 && hasRetryAfter)),
  );
}

/** Counts answers by their status, as text. */
export function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || 'none'}`)
    .join(', ');
}
