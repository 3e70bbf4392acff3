const KEY = 'signedUp';

/** Tells the next page of this tab that its member has just signed up here. */
export function keepSignedUp(): void {
  try {
    sessionStorage.setItem(KEY, 'true');
  } catch {
    // Storage is blocked. Then this browser has kept nothing of the visitor, either.
  }
}

/** Returns whether the member has just signed up in this tab. True only once. */
export function takeSignedUp(): boolean {
  try {
    const signedUp = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return signedUp;
  } catch {
    return false;
  }
}
