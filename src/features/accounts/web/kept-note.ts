import { useSyncExternalStore } from 'react';

/** What one page of this tab tells the next, until it was read: it lives as long as the tab. */
export function keptNote<Note>(key: string) {
  const listeners = new Set<() => void>();
  let kept: string | null | undefined;
  const text = (): string | null => {
    if (kept === undefined) {
      try {
        kept = sessionStorage.getItem(key);
      } catch {
        kept = null;
      }
    }
    return kept;
  };
  /** Calls back when the note is written or thrown away. */
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    isKept: () => text() !== null,
    /** Null throws it away. */
    keep: (note: Note | null) => {
      kept = note === null ? null : JSON.stringify(note);
      try {
        if (kept === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, kept);
      } catch {
        // Refused: it holds until this page is left.
      }
      for (const listener of listeners) listener();
    },
    use: (): Note | null => {
      const shown = useSyncExternalStore(subscribe, text, () => null);
      return shown === null ? null : (JSON.parse(shown) as Note);
    },
  };
}
