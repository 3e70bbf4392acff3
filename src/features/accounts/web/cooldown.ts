import { useEffect, useState } from 'react';
import { SECOND } from '#core/time.ts';
import { sessionMemberId } from '#web/api/session.ts';
import { kept } from '#web/boot/kept.ts';
import { readItem, writeItem } from '#web/boot/storage.ts';
import { MAIL_REQUEST_PAUSE } from '../model/account-limits.ts';

/** When a link to reset the password was last requested. */
const KEY = 'resetRequestedAt';

/**
 * Returns the whole seconds until the next email can be requested. Ignores times in the future (the clock was set
 * back).
 */
export function secondsLeft(requestedAt: number | null, now: number): number {
  if (requestedAt === null || !Number.isFinite(requestedAt) || requestedAt > now) return 0;
  return Math.max(0, Math.ceil((requestedAt + MAIL_REQUEST_PAUSE - now) / SECOND));
}

/**
 * Time of the last request for the sign-up email, per window. Password requests are shared by all windows (spec §3).
 */
const resend = () => kept(sessionMemberId(), 'resend', Number);

export type MailKind = 'reset' | 'resend';

function requestedAt(kind: MailKind): number | null {
  if (kind === 'resend') return resend().get() ?? null;
  const text = readItem(KEY);
  return text === null ? null : Number(text);
}

/**
 * Stores that an email was requested now. With `seconds` from the server, the next request is possible in `seconds`.
 */
export function noteRequest(kind: MailKind, seconds?: number): void {
  const at = Date.now() - (seconds === undefined ? 0 : Math.max(0, MAIL_REQUEST_PAUSE - seconds * SECOND));
  if (kind === 'resend') resend().set(at);
  else writeItem(KEY, String(at));
}

/** Returns the seconds until the next request, counting down. */
export function useCooldown(kind: MailKind): number {
  const read = () => secondsLeft(requestedAt(kind), Date.now());
  const [left, setLeft] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft(requestedAt(kind), Date.now())), SECOND / 4);
    return () => clearInterval(timer);
  }, [kind]);
  return left;
}
