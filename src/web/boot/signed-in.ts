import { KEYS, readItem, writeItem } from './storage.ts';

/** Event on the window after a member has logged in or out. */
export const SESSION_CHANGED = 'skein:session';

/** Returns the id of the member whose tokens this browser stores: null for visitors, empty if the token has no id. */
export function signedInId(): string | null {
  if (readItem(KEYS.refreshToken) === null) return null;
  const claims = readItem(KEYS.accessToken)?.split('.')[1] ?? '';
  try {
    const { sub }: { sub?: unknown } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}

/**
 * Records the logged-in member on the root element, where the style sheet reads it, too. Without a refresh token, the
 * access token is deleted (spec §4).
 */
export function markMember(): void {
  const { dataset } = document.documentElement;
  const id = signedInId();
  if (id === null) {
    delete dataset.member;
    writeItem(KEYS.accessToken, null);
  } else dataset.member = id;
}

/** Hides what isn’t for the member whose work it is, such as the button to report it. Pages are the same for everyone. */
export function hideFromOwner(): void {
  const { member } = document.documentElement.dataset;
  for (const element of document.querySelectorAll<HTMLElement>('[data-owner]'))
    element.hidden = element.dataset.owner === member;
}

/** Returns true if the logged-in member has changed since `markMember`. */
export function isForAnother(): boolean {
  return (document.documentElement.dataset.member ?? null) !== signedInId();
}
