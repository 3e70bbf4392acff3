import { useMemo, useSyncExternalStore } from 'react';
import { type KeptNote, onKeptNotes } from './kept-note.ts';

/** Returns the kept note. Null if there is none, and on the server. */
export function useKeptNote<Note>(note: KeptNote<Note>): Note | null {
  const text = useSyncExternalStore(onKeptNotes, note.text, () => null);
  return useMemo(() => (text === null ? null : (JSON.parse(text) as Note)), [text]);
}
