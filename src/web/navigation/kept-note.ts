/**
 * The notes that a page can leave for the home page, by name, with what they say. The name is also the key of the
 * storage. Each feature adds its own by declaration merging, and a feature shows it (`notes` of its web face).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface KeptNotes {}

/** A note that one page leaves for the next in this tab. It is kept until it is read, or the tab is closed. */
export interface KeptNote<Note> {
  isKept: () => boolean;
  /** Stores the note. Null deletes it. */
  keep: (note: Note | null) => void;
  /** Returns the serialized note. Equal as long as the note is the same. */
  text: () => string | null;
  parse: (text: string) => Note;
  /** Calls back when the note is written or deleted. Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

const notes = new Map<string, unknown>();

/** Returns the note of this name. Every call returns the same object, so that all subscribers see every change. */
export function keptNote<Name extends keyof KeptNotes>(name: Name): KeptNote<KeptNotes[Name]> {
  const note = notes.get(name) ?? createNote<KeptNotes[Name]>(name);
  notes.set(name, note);
  // Each name is only ever stored with the note of its own type.
  return note as KeptNote<KeptNotes[Name]>;
}

function createNote<Note>(key: string): KeptNote<Note> {
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
  return {
    isKept: () => text() !== null,
    keep: (note) => {
      kept = note === null ? null : JSON.stringify(note);
      try {
        if (kept === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, kept);
      } catch {
        // Storage is unavailable. The note is lost when this page is left.
      }
      for (const listener of listeners) listener();
    },
    text,
    parse: JSON.parse,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
