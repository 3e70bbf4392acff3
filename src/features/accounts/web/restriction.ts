import { useSyncExternalStore } from 'react';

/** Why an account is closed, as the server tells it (product §3). */
export interface Restriction {
  reason: string | null;
  /** ISO 8601; null for an account that is closed for good. */
  until: string | null;
}

const KEY = 'restriction';
const RESTRICTED = 'skein:restricted';
const LIFTED = 'skein:restriction-read';
let kept: string | null | undefined;

function keptText(): string | null {
  if (kept === undefined) {
    try {
      kept = sessionStorage.getItem(KEY);
    } catch {
      kept = null;
    }
  }
  return kept;
}

function keep(text: string | null): void {
  kept = text;
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // Refused: it holds until this page is left.
  }
}

/** Keeps why the account is closed and says so; the root of the pages goes home, where it is shown. */
export function announceRestriction({ reason, until }: Record<string, unknown>): void {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  keep(JSON.stringify({ reason: text(reason), until: text(until) } satisfies Restriction));
  dispatchEvent(new Event(RESTRICTED));
}

export function isRestrictionKept(): boolean {
  return keptText() !== null;
}

/** Once it was read. */
export function forgetRestriction(): void {
  keep(null);
  dispatchEvent(new Event(LIFTED));
}

/** Calls back when an account turns out to be closed. */
export function onRestriction(listener: () => void): () => void {
  addEventListener(RESTRICTED, listener);
  return () => removeEventListener(RESTRICTED, listener);
}

function subscribe(listener: () => void): () => void {
  addEventListener(RESTRICTED, listener);
  addEventListener(LIFTED, listener);
  return () => {
    removeEventListener(RESTRICTED, listener);
    removeEventListener(LIFTED, listener);
  };
}

export function useRestriction(): Restriction | null {
  const text = useSyncExternalStore(subscribe, keptText, () => null);
  return text === null ? null : (JSON.parse(text) as Restriction);
}
