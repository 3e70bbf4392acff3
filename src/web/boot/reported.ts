const KEY = 'reported';

/** What was reported in this window, by kind and id, so that nobody fills in the same report twice. */
function reported(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export function isReported(target: string): boolean {
  return reported().includes(target);
}

export function keepReported(target: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...new Set([...reported(), target])]));
  } catch {
    // Full or refused: the server says it.
  }
}

export function forgetReported(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
