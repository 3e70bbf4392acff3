import { RESTRICTED } from '#web/api/banned.ts';
import { hasReact, whenAwake } from '#web/boot/awake.ts';
import { keptNote } from '#web/navigation/kept-note.ts';

/** Why an account is restricted, as the server reports it (product §3). */
export interface Restriction {
  rule: string | null;
  reason: string | null;
  /** ISO 8601. Null for a ban. */
  until: string | null;
  /** Authorizes the appeal. Opens no session. */
  appealToken: string | null;
}

declare module '#web/navigation/kept-note.ts' {
  interface KeptNotes {
    restriction: Restriction;
  }
}

export const restrictionNote = keptNote('restriction');

export const isRestrictionKept = restrictionNote.isKept;

/**
 * Stores why the account is restricted and dispatches an event. The root of the pages then goes to the home page, which
 * shows it.
 */
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

/** Call once the note has been read. */
export function forgetRestriction(): void {
  restrictionNote.keep(null);
}
