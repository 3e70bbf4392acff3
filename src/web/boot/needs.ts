import { KEYS, readItem, writeItem } from './storage.ts';

/** Rows that are shown at once, and so reserved at most. */
const RESERVED_MAX = 6;

/** Reserves the space of as many rows of “Needs you” as this member had the last time on this device. */
export function reserveNeeds(): void {
  const { dataset } = document.documentElement;
  const [id, count] = readItem(KEYS.needs)?.split(' ') ?? [];
  if (count && id === dataset.member) dataset.needs = count;
  else delete dataset.needs;
}

/** Stores how many rows this member has, for the next first paint. */
export function keepNeeds(memberId: string, count: number): void {
  writeItem(KEYS.needs, count > 0 ? `${memberId} ${Math.min(count, RESERVED_MAX)}` : null);
}
