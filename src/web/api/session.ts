import { forgetKept } from '../boot/kept.ts';
import { forgetMemberHead, showMemberHead } from '../boot/member-head.ts';
import { forgetReported } from '../boot/reported.ts';
import { forgetScrollPositions } from '../boot/scroll-position.ts';
import { forgetSearches } from '../boot/searches.ts';
import { markMember, SESSION_CHANGED, signedInId } from '../boot/signed-in.ts';
import { KEYS, readItem, writeItem } from '../boot/storage.ts';
import { newKey } from '../new-key.ts';
import { forgetPages } from '../offline/stores.ts';

/** Who is signed in, as this browser keeps it; all tabs share it. */
const listeners = new Set<() => void>();

function announce(): void {
  markMember();
  if (refreshToken() === null) {
    forgetReported();
    forgetKept();
    forgetMemberHead();
  } else showMemberHead();
  for (const listener of listeners) listener();
  dispatchEvent(new Event(SESSION_CHANGED));
}

export function accessToken(): string | null {
  return readItem(KEYS.accessToken);
}

export function refreshToken(): string | null {
  return readItem(KEYS.refreshToken);
}

/** Whom the tokens belong to; null for visitors. */
export function sessionMemberId(): string | null {
  return signedInId() || null;
}

/** Keeps the tokens of a session. New tokens of the same session are no news to anybody. */
export function keepTokens(tokens: { accessToken: string; refreshToken?: string | undefined }): void {
  const before = signedInId();
  writeItem(KEYS.accessToken, tokens.accessToken);
  if (tokens.refreshToken) writeItem(KEYS.refreshToken, tokens.refreshToken);
  if (signedInId() !== before) announce();
}

/** Forgets both tokens: the browser is a visitor's again. */
export function dropTokens(): void {
  writeItem(KEYS.accessToken, null);
  writeItem(KEYS.refreshToken, null);
  writeItem(KEYS.sessionMark, newKey());
  // Another may use this browser next.
  writeItem(KEYS.memberReading, null);
  forgetScrollPositions();
  forgetSearches();
  forgetPages();
  announce();
}

function onStorage({ key, oldValue, newValue }: StorageEvent): void {
  const began = oldValue === null || newValue === null;
  if (key === null || (key === KEYS.refreshToken && began)) announce();
}

/** Calls back when somebody signs in or out, in this tab or another. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}
