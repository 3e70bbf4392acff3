import { readItem, writeItem } from '#web/boot/storage.ts';

/** Ballot entries that were opened in this browser, until they are saved to the member’s account. */
const KEY = 'openedEntries';

/** Entries opened in this browser that aren’t saved to an account yet, by round, newest round first. */
type Opened = [roundId: string, entries: string[]];

const ROUNDS_KEPT = 10;

function kept(): Opened[] {
  try {
    const opened = JSON.parse(readItem(KEY) ?? '[]');
    return Array.isArray(opened) ? opened : [];
  } catch {
    return [];
  }
}

export function openedHere(roundId: string): string[] {
  return kept().find(([id]) => id === roundId)?.[1] ?? [];
}

function keep(roundId: string, entries: string[]): void {
  const rest = kept().filter(([id]) => id !== roundId);
  const all: Opened[] = entries.length > 0 ? [[roundId, entries], ...rest] : rest;
  writeItem(KEY, all.length > 0 ? JSON.stringify(all.slice(0, ROUNDS_KEPT)) : null);
}

export function keepOpened(roundId: string, entryId: string): void {
  const entries = openedHere(roundId);
  if (!entries.includes(entryId)) keep(roundId, [...entries, entryId]);
}

/** Removes entries that have been saved to an account. */
export function forgetOpened(roundId: string, entryIds: readonly string[]): void {
  keep(
    roundId,
    openedHere(roundId).filter((id) => !entryIds.includes(id)),
  );
}
