const BROUGHT = 'skein:brought';

/** Announces on this page that a member has more reading positions now. */
export function announceBrought(): void {
  dispatchEvent(new Event(BROUGHT));
}

/** Calls back after reading positions were moved to the member. */
export function onBrought(listener: () => void): void {
  addEventListener(BROUGHT, listener);
}
