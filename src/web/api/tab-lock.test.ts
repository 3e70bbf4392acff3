import { describe, expect, it } from 'vitest';
import { type Locks, withTabLock } from './tab-lock.ts';

/** Locks that grant each request right away, and lose the first `losses` of them as WebKit does. */
function losing(losses: number) {
  let requests = 0;
  const lost = () => Promise.reject(new DOMException('Lock request was aborted', 'AbortError'));
  const request = async (_name: string, _options: LockOptions, granted: () => Promise<unknown>) => {
    requests += 1;
    const running = granted();
    if (requests > losses) return running;
    running.catch(() => {});
    return lost();
  };
  return { locks: { request } as unknown as Locks, requests: () => requests };
}

describe('withTabLock', () => {
  it('requests the lock again when the browser takes it away, and aborts the work that ran under it', async () => {
    const { locks, requests } = losing(2);
    const signals: AbortSignal[] = [];
    const result = await withTabLock(locks, 'test', (signal) => {
      signals.push(signal);
      return Promise.resolve(signals.length);
    });
    expect(result).toBe(3);
    expect(requests()).toBe(3);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });

  it('rethrows what the work throws, even an AbortError', async () => {
    const { locks, requests } = losing(0);
    const error = new DOMException('work', 'AbortError');
    await expect(withTabLock(locks, 'test', () => Promise.reject(error))).rejects.toBe(error);
    expect(requests()).toBe(1);
  });

  it('stops when the caller aborts', async () => {
    const { locks, requests } = losing(Number.POSITIVE_INFINITY);
    const caller = new AbortController();
    const running = withTabLock(locks, 'test', () => Promise.resolve(caller.abort()), caller.signal);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests()).toBe(1);
  });

  it('runs the work right away if there are no locks', async () => {
    expect(await withTabLock(undefined, 'test', () => Promise.resolve('done'))).toBe('done');
  });
});
