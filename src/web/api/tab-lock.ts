/** The part of the Web Locks API that we use. Missing on pages without HTTPS. */
export type Locks = Pick<LockManager, 'request'>;

/**
 * Runs `work` while no other tab holds the lock of this name. Without locks, runs it right away.
 *
 * WebKit takes a lock away from a page that is restored from the back/forward cache: the request rejects with
 * AbortError although nothing has aborted it. The work is then aborted by its own signal, and runs again once the lock
 * has been acquired again. Rejects with the signal’s reason if the caller aborts, and with what `work` throws.
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
