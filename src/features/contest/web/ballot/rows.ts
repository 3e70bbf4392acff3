import type { BallotItem, RoundViewerState } from '../../contract.ts';

/** An entry in the list: with the letter that is this reader's. */
export interface BallotRow extends BallotItem {
  isOpened: boolean;
}

/** The ballot as this reader sees it: in everybody's order until theirs is known, and without their own entry. */
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

/** The entries that are still to be opened before voting; where any of several will do, the first of them. */
export interface Missing {
  rows: BallotRow[];
  /** There are more that are not opened than are needed. */
  isChoice: boolean;
}

export function unopenedEntriesOf(rows: readonly BallotRow[], needed: number): Missing {
  const unopened = rows.filter((row) => !row.isOpened);
  const count = Math.max(0, Math.min(needed, rows.length) - (rows.length - unopened.length));
  return { rows: unopened.slice(0, count), isChoice: unopened.length > count };
}

/** The entry to lay beside another one: the next in the list, or the one before the last. */
export function besideOf(rows: readonly BallotRow[], id: string): BallotRow | null {
  const at = rows.findIndex((row) => row.id === id);
  return rows[at + 1] ?? rows[at - 1] ?? null;
}
