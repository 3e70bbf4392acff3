/** What to do when an account turns out to be restricted; set by the root of the pages. */
let onBanned: (details: Record<string, unknown>) => void = () => {};

export function setBannedHandler(handler: typeof onBanned): void {
  onBanned = handler;
}

export function tellBanned(details: Record<string, unknown>): void {
  onBanned(details);
}
