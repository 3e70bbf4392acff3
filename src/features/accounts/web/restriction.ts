import { RESTRICTED } from '#web/api/banned.ts';
import { hasReact, whenAwake } from '#web/boot/awake.ts';
import { keptNote } from './kept-note.ts';

/** Why an account is closed, as the server tells it (product §3). */
export interface Restriction {
  rule: string | null;
  reason: string | null;
  /** ISO 8601; null for an account that is closed for good. */
  until: string | null;
  /** Opens the appeal, and no session. */
  appealToken: string | null;
}

export const restrictionNote = keptNote<Restriction>('restriction');

export const isRestrictionKept = restrictionNote.isKept;

/** Keeps why the account is closed and says so; the root of the pages goes home, where it is shown. */
export function announceRestriction({ rule, reason, until, appealToken }: Record<string, unknown>): void {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  restrictionNote.keep({ rule: text(rule), reason: text(reason), until: text(until), appealToken: text(appealToken) });
  dispatchEvent(new Event(RESTRICTED));
}

/** The same for plain scripts. Starts React, which shows it. A page without React is left for the home page. */
export function announceThroughReact(details: Record<string, unknown>): void {
  const announce = () => announceRestriction(details);
  if (hasReact()) {
    // If React can't be loaded, the next page shows it.
    whenAwake(announce, announce);
    return;
  }
  announce();
  location.assign('/');
}

/** Once it was read. */
export function forgetRestriction(): void {
  restrictionNote.keep(null);
}
