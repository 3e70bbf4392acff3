/** What to do when an account turns out to be restricted; set by the root of the pages. */
let onBanned: (details: Record<string, unknown>) => Promise<void> = async () => {};

export function setBannedHandler(handler: typeof onBanned): void {
  onBanned = handler;
}

/** The event that says why an account is closed (features/accounts/web/restriction.ts). */
export const RESTRICTED = 'skein:restricted';

/** Calls back when an account turns out to be closed. */
export function onRestriction(listener: () => void): () => void {
  addEventListener(RESTRICTED, listener);
  return () => removeEventListener(RESTRICTED, listener);
}

/** Resolves when it is said, or cannot be. */
export function tellBanned(details: Record<string, unknown>): Promise<void> {
  return onBanned(details).catch(() => {});
}
