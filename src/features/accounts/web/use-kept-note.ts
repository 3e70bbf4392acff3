import { useMemo, useSyncExternalStore } from 'react';
import type { KeptNote } from './kept-note.ts';

/** The note as long as it is kept; null on the server. */
export function useKeptNote<Note>(note: KeptNote<Note>): Note | null {
  const text = useSyncExternalStore(note.subscribe, note.text, () => null);
  return useMemo(() => (text === null ? null : note.parse(text)), [note, text]);
}
