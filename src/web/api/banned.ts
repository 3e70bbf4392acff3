/** Called when an account turns out to be restricted. Set by the root of the pages. */
let onBanned: (details: Record<string, unknown>) => Promise<void> = async () => {};

export function setBannedHandler(handler: typeof onBanned): void {
  onBanned = handler;
}

/** Event with the reason why an account is restricted (features/accounts/web/restriction.ts). */
export const RESTRICTED = 'skein:restricted';

/** Calls back when an account turns out to be restricted. */
export function onRestriction(listener: () => void): () => void {
  addEventListener(RESTRICTED, listener);
  return () => removeEventListener(RESTRICTED, listener);
}

/** Resolves when the handler is done or has failed. */
export function tellBanned(details: Record<string, unknown>): Promise<void> {
  return onBanned(details).catch(() => {});
}
