import { KEYS, readItem } from './storage.ts';

/** Id of the member whose tokens this browser keeps: null for visitors, empty where the tokens do not say. */
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

/** For whom this page is shown stands at the root, where the style sheet looks too. */
export function markMember(): void {
  const { dataset } = document.documentElement;
  const id = signedInId();
  if (id === null) delete dataset.member;
  else dataset.member = id;
}

/** True when this page is shown for somebody else than who is signed in by now. */
export function isForAnother(): boolean {
  return (document.documentElement.dataset.member ?? null) !== signedInId();
}
