import { KEYS, readItem } from './storage.ts';

const KEY = 'reported';

/**
 * Returns what was reported in this window, by kind and id, so that the same report isn't filled in twice. Ignores the
 * reports of other sessions.
 */
function reported(): string[] {
  try {
    const { mark, targets }: { mark?: unknown; targets?: unknown } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return mark === readItem(KEYS.sessionMark) && Array.isArray(targets) ? targets.map(String) : [];
  } catch {
    return [];
  }
}

export function isReported(target: string): boolean {
  return reported().includes(target);
}

export function keepReported(target: string): void {
  try {
    const targets = [...new Set([...reported(), target])];
    sessionStorage.setItem(KEY, JSON.stringify({ mark: readItem(KEYS.sessionMark), targets }));
  } catch {
    // Storage is full or blocked: the server will refuse a second report.
  }
}

export function forgetReported(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
