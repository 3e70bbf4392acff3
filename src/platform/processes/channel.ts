import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '#core/time.ts';

/** One end of the pipe between two processes: `process` in the child, its worker of `node:cluster` in the parent. */
export interface End {
  send?: (message: never, callback?: (error: Error | null) => void) => unknown;
  on: (event: 'message', listener: (message: unknown) => void) => unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: each protocol names its own parameters.
type Calls<P> = { readonly [K in keyof P]: (...args: any[]) => unknown };

/** Calls functions of the process at the other end, whose protocol is `Theirs`. */
export interface Channel<Theirs extends Calls<Theirs>> {
  /** Rejects if the other process fails, or doesn’t answer in time. */
  ask: <K extends keyof Theirs & string>(
    name: K,
    ...args: Parameters<Theirs[K]>
  ) => Promise<Awaited<ReturnType<Theirs[K]>>>;
  /** Calls without waiting. Nothing happens if the other process is gone. */
  tell: <K extends keyof Theirs & string>(name: K, ...args: Parameters<Theirs[K]>) => void;
}

/** Maximum time to wait for an answer, in ms. */
const PATIENCE = 2 * SECOND;

/** Marks our messages, because `node:cluster` sends others through the same pipe. */
interface Message {
  readonly skein: 'ask' | 'tell' | 'answer' | 'failure';
  readonly id: number;
  readonly name?: string;
  readonly args?: unknown[];
  readonly value?: unknown;
}

function isOurs(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'skein' in message;
}

/** Opens the channel. `ours` is what the other process may call here. */
export function openChannel<Theirs extends Calls<Theirs>, Ours extends Calls<Ours>>(
  end: End,
  ours: Ours,
): Channel<Theirs> {
  const asked = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  const post = (message: Message, failed: (error: Error) => void = () => {}) => {
    try {
      end.send?.(message as never, (error) => error && failed(error));
    } catch (error) {
      // The pipe is closed.
      failed(error as Error);
    }
  };
  const answer = async ({ id, name, args = [] }: Message) => {
    try {
      const value = await ours[name as keyof Ours](...args);
      post({ skein: 'answer', id, value });
    } catch (error) {
      post({ skein: 'failure', id, value: (error as Error).message });
    }
  };
  end.on('message', (message) => {
    if (!isOurs(message)) return;
    const { skein, id, name, args = [], value } = message;
    if (skein === 'tell') void ours[name as keyof Ours](...args);
    else if (skein === 'ask') void answer(message);
    else if (skein === 'answer') asked.get(id)?.resolve(value as never);
    else asked.get(id)?.reject(new Error(String(value)));
  });
  return {
    async ask(name, ...args) {
      last += 1;
      const id = last;
      const timer = new AbortController();
      try {
        return await Promise.race([
          new Promise<never>((resolve, reject) => {
            asked.set(id, { resolve, reject });
            post({ skein: 'ask', id, name, args }, reject);
          }),
          delay(PATIENCE, null, { signal: timer.signal, ref: false }).then(() => {
            throw new Error(`Another process didn’t answer in time: ${name}`);
          }),
        ]);
      } finally {
        asked.delete(id);
        timer.abort();
      }
    },
    tell: (name, ...args) => post({ skein: 'tell', id: 0, name, args }),
  };
}
