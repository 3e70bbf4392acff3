/**
 * The notes that a page can leave for the home page, by name, with what they say. The name is also the key of the
 * storage. Each feature adds its own by declaration merging, and a feature shows it (`notes` of its web face).
 */
export interface KeptNotes {}

/** A note that one page leaves for the next in this tab. It is kept until it is read, or the tab is closed. */
export interface KeptNote<Note> {
  isKept: () => boolean;
  /** Stores the note. Null deletes it. */
  keep: (note: Note | null) => void;
  /** Returns the serialized note. Equal as long as the note is the same. */
  text: () => string | null;
}

/** The serialized notes that were read or written on this page, by name. Null for none. */
const kept = new Map<string, string | null>();
const listeners = new Set<() => void>();

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Returns the note of this name. */
export function keptNote<Name extends keyof KeptNotes>(name: Name): KeptNote<KeptNotes[Name]> {
  const text = (): string | null => {
    if (!kept.has(name)) kept.set(name, read(name));
    return kept.get(name) ?? null;
  };
  return {
    isKept: () => text() !== null,
    keep: (note) => {
      const written = note === null ? null : JSON.stringify(note);
      kept.set(name, written);
      try {
        if (written === null) sessionStorage.removeItem(name);
        else sessionStorage.setItem(name, written);
      } catch {
        // Storage is unavailable. The note is lost when this page is left.
      }
      for (const listener of listeners) listener();
    },
    text,
  };
}

/** Calls back when a note is written or deleted. Returns the function that unsubscribes. */
export function onKeptNotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
