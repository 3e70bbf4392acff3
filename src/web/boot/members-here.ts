import { KEYS, readItem, writeItem } from './storage.ts';

/** Maximum number of members that are remembered. More than use one browser. */
const KEPT = 50;

type Seen = readonly (readonly [memberId: string, at: number])[];

function seen(): Seen {
  try {
    const given: unknown = JSON.parse(readItem(KEYS.membersHere) ?? '[]');
    return Array.isArray(given)
      ? given.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
      : [];
  } catch {
    return [];
  }
}

/** Records that a member is logged in in this browser. Only the first time counts. */
export function noteMemberHere(memberId: string): void {
  const known = seen();
  if (known.some(([id]) => id === memberId)) return;
  writeItem(KEYS.membersHere, JSON.stringify([...known, [memberId, Date.now()]].slice(-KEPT)));
}

/** Returns when a member was first logged in here, in milliseconds since 1970. Null if they never were. */
export function firstSeenHere(memberId: string): number | null {
  return seen().find(([id]) => id === memberId)?.[1] ?? null;
}
