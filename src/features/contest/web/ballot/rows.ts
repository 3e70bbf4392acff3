import type { BallotItem, RoundViewerState } from '../../contract.ts';

/** An entry in the list, with this reader’s letter. */
export interface BallotRow extends BallotItem {
  isOpened: boolean;
}

/** The ballot as this reader sees it: without their own entry, and in the order for visitors until theirs is known. */
export function ballotRowsOf(
  ballotItems: readonly BallotItem[],
  viewer: Pick<RoundViewerState, 'ballot' | 'opened'> | null,
  openedHere: readonly string[],
): BallotRow[] {
  const opened = new Set([...openedHere, ...(viewer?.opened ?? [])]);
  const rows = new Map(ballotItems.map((item) => [item.id, { ...item, isOpened: opened.has(item.id) }]));
  if (!viewer) return [...rows.values()];
  return viewer.ballot.flatMap(({ id, letter }) => {
    const row = rows.get(id);
    return row ? [{ ...row, letter }] : [];
  });
}

/** The entries that must still be opened before voting. If the reader has a choice, the first ones. */
export interface Missing {
  rows: BallotRow[];
  /** True if more entries are unopened than are needed. */
  isChoice: boolean;
}

export function unopenedEntriesOf(rows: readonly BallotRow[], needed: number): Missing {
  const unopened = rows.filter((row) => !row.isOpened);
  const count = Math.max(0, Math.min(needed, rows.length) - (rows.length - unopened.length));
  return { rows: unopened.slice(0, count), isChoice: unopened.length > count };
}

/** The entry to compare with: the next one in the list, or for the last one the one before. */
export function besideOf(rows: readonly BallotRow[], id: string): BallotRow | null {
  const at = rows.findIndex((row) => row.id === id);
  return rows[at + 1] ?? rows[at - 1] ?? null;
}

/** The entry to read next: the first one in the reader’s order that isn’t opened yet, otherwise the first one. */
export function firstToRead(rows: readonly BallotRow[]): BallotRow | null {
  return rows.find((row) => !row.isOpened) ?? rows[0] ?? null;
}
