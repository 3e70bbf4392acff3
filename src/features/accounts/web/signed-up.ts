const KEY = 'signedUp';

/** Tells the next page of this tab that its member has just signed up here. */
export function keepSignedUp(): void {
  try {
    sessionStorage.setItem(KEY, 'true');
  } catch {
    // Storage is blocked. Then this browser has kept nothing of the visitor, either.
  }
}

/** Whether the member has signed up just before this page. Null if that isn’t known yet. */
let isFirstPage: boolean | null = null;

/** Returns whether the member has just signed up in this tab. True only on one page, there for all features that ask. */
export function hasSignedUp(): boolean {
  isFirstPage ??= take();
  return isFirstPage;
}

function take(): boolean {
  try {
    const signedUp = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return signedUp;
  } catch {
    return false;
  }
}
