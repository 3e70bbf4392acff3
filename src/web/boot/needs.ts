import { KEYS, readItem, writeItem } from './storage.ts';

/** Rows that are shown at once, and so reserved at most. */
const RESERVED_MAX = 6;

/** The parts of the home page that a member’s data fills: “Needs you” and “Continue reading”. */
type OwnPart = 'needs' | 'resume';

/**
 * Reserves the space of as many rows of “Needs you” as this member had the last time on this device. On their first visit
 * no one knows how many there will be, so the home page is hidden until its own parts are filled (`data-awaits`): what is
 * shown must not move.
 */
export function reserveNeeds(): void {
  const { dataset } = document.documentElement;
  const { member } = dataset;
  const [id, count = '0'] = readItem(KEYS.needs)?.split(' ') ?? [];
  delete dataset.needs;
  delete dataset.awaits;
  if (!member) return;
  if (id !== member) dataset.awaits = 'needs resume';
  else if (count !== '0') dataset.needs = count;
}

/** Called once a part of the home page is filled, or can’t be. */
export function showHomeWith(part: OwnPart): void {
  const { dataset } = document.documentElement;
  if (!dataset.awaits) return;
  const rest = dataset.awaits.replace(part, '').trim();
  if (rest) dataset.awaits = rest;
  else delete dataset.awaits;
}

/** Stores how many rows this member has, for the next first paint. */
export function keepNeeds(memberId: string, count: number): void {
  writeItem(KEYS.needs, `${memberId} ${Math.min(count, RESERVED_MAX)}`);
}
