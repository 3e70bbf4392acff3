/** What a browser offers of the Web Locks API. Missing on pages without HTTPS. */
export type Locks = Pick<LockManager, 'request'>;

/**
 * Runs `work` while no other tab holds the lock of this name. Without locks it runs at once.
 *
 * WebKit takes a lock from a page that comes back from the back/forward cache: the request rejects with AbortError though
 * nobody aborted it. The work is then stopped by its own signal, and runs again once the lock is held again.
 * Rejects with the signal's reason when the caller aborts, and with what `work` throws.
 */
export async function withTabLock<T>(
  locks: Locks | undefined,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  callerSignal?: AbortSignal,
): Promise<T> {
  const never = new AbortController().signal;
  if (!locks) return work(callerSignal ?? never);
  for (;;) {
    const lost = new AbortController();
    const signal = callerSignal ? AbortSignal.any([callerSignal, lost.signal]) : lost.signal;
    let failed: { error: unknown } | null = null;
    try {
      return await locks.request(name, callerSignal ? { signal: callerSignal } : {}, () =>
        work(signal).catch((error) => {
          failed = { error };
          throw error;
        }),
      );
    } catch (error) {
      const isLost = error instanceof Error && error.name === 'AbortError' && !failed && !callerSignal?.aborted;
      if (!isLost) throw error;
      lost.abort();
    }
  }
}
