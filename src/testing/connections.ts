import { Socket } from 'node:net';

const RECORD = Symbol.for('skein.foreignConnections');
/** Shared by all copies of this module in a process, since each test file may evaluate it again. */
const shared = globalThis as { [RECORD]?: string[] };

/** Names that lead to no other machine: this one, and those that are reserved and never resolved (RFC 6761). */
const HARMLESS =
  /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$|\.(test|invalid|localhost)$/i;

interface Target {
  host?: string;
  path?: string | null;
}

/** Returns the host that `socket.connect()` is asked for, or null for a socket of the file system. */
export function hostOf(args: readonly unknown[]): string | null {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as Target;
    return path ? null : (host ?? 'localhost');
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null;
  return typeof second === 'string' ? second : 'localhost';
}

/** Records from now on which hosts beyond this machine the process connects to. */
export function watchConnections(): void {
  if (shared[RECORD]) return;
  shared[RECORD] = [];
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function watched(this: Socket, ...args: unknown[]) {
    const host = hostOf(args);
    if (host !== null && !HARMLESS.test(host)) shared[RECORD]!.push(host);
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
}

/** Returns the hosts beyond this machine that were connected to since the last call. */
export function takeForeignConnections(): string[] {
  return shared[RECORD]?.splice(0) ?? [];
}
