import { createHash } from 'node:crypto';
import type { Language } from '#core/languages.ts';
import type { MessageKey } from '#core/messages.ts';
import type { Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import { translatorOf } from '../i18n/catalogs.ts';
import { composeLetter, type Unsubscribe } from './letter.ts';

/**
 * Kinds of emails. Each feature adds its own in its texts: `mail.reset.subject` in `accounts.server.json` is the subject
 * of the kind `reset`. It also has a `text`, and may have `more`, the label of its link (`button`) and a `closing`.
 */
export type LetterKind = MessageKey extends infer Key
  ? Key extends `mail.${infer Kind}.subject`
    ? Kind
    : never
  : never;

/** Returns the Message-ID of an email. A hash, because keys may say how much there is on the site. */
function messageIdOf({ publicUrl }: Config, key: string): string {
  const hash = createHash('sha256').update(`${publicUrl.origin} ${key}`).digest('base64url').slice(0, 32);
  return `<${hash}@${publicUrl.hostname}>`;
}

/**
 * Writes an email of any kind in a language, and sends it. If it fails, the job that sends it should try again. Throws if
 * this version doesn’t know the kind, because a newer one has queued the email.
 */
export async function sendLetter(
  { config, mailer }: Pick<Ctx, 'config' | 'mailer'>,
  letter: {
    kind: LetterKind;
    to: string;
    language: Language;
    /** Parameters of its texts, besides `site`. */
    words: Record<string, string | number>;
    /** URL of its link, if it has one. */
    href?: string | undefined;
    /** Names the email, the same at each attempt to send it. */
    key?: string;
    /** How to stop emails like this one. */
    unsubscribe?: Unsubscribe;
  },
): Promise<void> {
  const { kind, to, language, words, href, key, unsubscribe } = letter;
  const { find, t } = translatorOf(language);
  const site = config.siteName;
  const say = (part: string) => find(`mail.${kind}.${part}`, { ...words, site });
  const subject = say('subject');
  if (subject === null) throw new Error(`There are no texts for emails of the kind “${kind}”`);
  await mailer.send(
    composeLetter({
      to,
      language,
      site,
      subject,
      paragraphs: [say('text'), say('more')].filter((text): text is string => text !== null),
      // Emails to people without an account have their own explanation of why they get them.
      closing: say('closing') ?? t('mail.closing', { site }),
      ...(href ? { link: { href, label: say('button') ?? href } } : {}),
      ...(key ? { messageId: messageIdOf(config, key) } : {}),
      ...(unsubscribe ? { unsubscribe } : {}),
    }),
  );
}
