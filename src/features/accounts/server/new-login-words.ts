import { baseLanguage, DEFAULT_LANGUAGE, LANGUAGE_TAGS } from '#core/languages.ts';
import type { Ctx } from '#platform/context.ts';
import { readDevice } from './device.ts';
import { disownUrl } from './disowned-login.service.ts';
import { findReportedSession } from './sessions.repo.ts';
import { findEmailAtLogin } from './stolen-email.repo.ts';

/** A name that an email can repeat. Browsers choose their names themselves, so others may be messages of strangers. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z ]{1,31}$/;

/**
 * Returns the link and the words of the email about a login from a new device: when it was, and with which browser. It
 * goes to the address that the account had then, also if the login was used to change it. Null if the session is gone.
 */
export async function describeNewLogin(
  ctx: Ctx,
  sessionId: string,
  { language, timeZone }: { language: string; timeZone: string },
): Promise<{ proof: { href: string; to: string | null }; words: Record<string, string> } | null> {
  const session = await findReportedSession(ctx.db, sessionId);
  if (!session) return null;
  const { browser, system } = readDevice(session.device);
  const device = [browser, system].filter((name) => name !== null && PLAIN_NAME.test(name)).join(', ');
  const tag = LANGUAGE_TAGS[baseLanguage(language) ?? DEFAULT_LANGUAGE];
  const when = session.created_at.toLocaleString(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return {
    proof: { href: disownUrl(ctx, session), to: await findEmailAtLogin(ctx.db, session) },
    words: { when, device, has_device: device === '' ? 'no' : 'yes' },
  };
}
