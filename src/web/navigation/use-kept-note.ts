import { useMemo, useSyncExternalStore } from 'react';
import type { KeptNote } from './kept-note.ts';

/** Returns the kept note. Null if there is none, and on the server. */
export function useKeptNote<Note>(note: KeptNote<Note>): Note | null {
  const text = useSyncExternalStore(note.subscribe, note.text, () => null);
  return useMemo(() => (text === null ? null : note.parse(text)), [note, text]);
}
