import { forgetKept } from '../boot/kept.ts';
import { forgetMemberHead, showMemberHead } from '../boot/member-head.ts';
import { noteMemberHere } from '../boot/members-here.ts';
import { forgetReported } from '../boot/reported.ts';
import { forgetScrollPositions } from '../boot/scroll-position.ts';
import { forgetSearches } from '../boot/searches.ts';
import { markMember, SESSION_CHANGED, signedInId } from '../boot/signed-in.ts';
import { KEYS, readItem, writeItem } from '../boot/storage.ts';
import { newKey } from '../new-key.ts';
import { forgetPages } from '../offline/stores.ts';
import { forgetAccountLanguage } from './account-language.ts';

/** The session, stored in this browser and shared by all tabs. */
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

/** Returns the id of the member whose tokens these are, or null for visitors. */
export function sessionMemberId(): string | null {
  return signedInId() || null;
}

/** Stores the tokens of a session. Listeners are only notified if the member changes. */
export function keepTokens(tokens: { accessToken: string; refreshToken?: string | undefined }): void {
  const before = signedInId();
  writeItem(KEYS.accessToken, tokens.accessToken);
  if (tokens.refreshToken) writeItem(KEYS.refreshToken, tokens.refreshToken);
  const member = sessionMemberId();
  if (member) noteMemberHere(member);
  if (signedInId() !== before) announce();
}

/** Deletes both tokens and everything of the member in this browser. */
export function dropTokens(): void {
  writeItem(KEYS.accessToken, null);
  writeItem(KEYS.refreshToken, null);
  writeItem(KEYS.sessionMark, newKey());
  // Another member may use this browser next.
  writeItem(KEYS.memberReading, null);
  forgetScrollPositions();
  forgetSearches();
  forgetAccountLanguage();
  forgetPages();
  announce();
}

/** Logs out here: also makes the member’s rooms in other tabs disappear. */
export function exitSession(): void {
  writeItem(KEYS.exited, newKey());
  dropTokens();
}

function onStorage({ key, oldValue, newValue }: StorageEvent): void {
  const began = oldValue === null || newValue === null;
  if (key === null || (key === KEYS.refreshToken && began)) announce();
}

/** Calls back when a member logs in or out, in this tab or another one. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}
