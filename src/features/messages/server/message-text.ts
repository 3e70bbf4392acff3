import { describeDeadline } from '#core/deadline.ts';
import { isFormerName } from '#core/former-member.ts';
import { baseLanguage, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { NoticeParams } from '#core/notices.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { displayName } from '#platform/i18n/former-author.ts';
import { escapeParams, sanitizeMessage } from '../model/message-html.ts';
import { type MessageType, NAMES } from '../model/message-types.ts';

/** Reads a parameter that is a time in epoch milliseconds. Null if it is missing, invalid or 0. */
export function momentOf(params: NoticeParams, name: string): Date | null {
  const value = params[name];
  if (typeof value !== 'number' || value <= 0) return null;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Returns the name of a language in another one, for use in a sentence: `de` is `German` in English. */
function languageName(code: string, language: Language): string {
  const known = baseLanguage(code);
  return (known && new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'language' }).of(known)) ?? code;
}

/** Returns the name of a rule, for use in a sentence. */
export function ruleName(rule: string, language: Language): string {
  return translatorOf(language).find(`message.rule.${rule}`, {}) ?? rule;
}

/**
 * Converts the parameters to those of the templates. Adds `has_<name>`, which is `yes` or `no`, and `is_over` if the
 * deadline has passed at `now`. Times are in the time zone, and name it.
 */
export function wordsOf(
  language: Language,
  params: NoticeParams,
  { now = null, timeZone = 'UTC' }: { now?: Date | null; timeZone?: string } = {},
): Record<string, string | number> {
  const words: Record<string, string | number> = { ...params };
  const deadline = momentOf(params, 'deadline');
  words.deadline = deadline ? describeDeadline(deadline, LANGUAGE_TAGS[language], timeZone) : '';
  words.is_over = deadline !== null && now !== null && deadline <= now ? 'yes' : 'no';
  // Replaces the names of erased members.
  for (const name of NAMES) if (typeof words[name] === 'string') words[name] = displayName(words[name], language);
  if (typeof params.rule === 'string') words.rule = ruleName(params.rule, language);
  if (typeof params.language === 'string') words.language = languageName(params.language, language);
  // Encoded, because it is part of a URL.
  words.slug = encodeURIComponent(String(params.slug ?? '').toWellFormed());
  for (const [name, value] of Object.entries(words)) words[`has_${name}`] = value === '' || value === 0 ? 'no' : 'yes';
  return words;
}

/**
 * Returns the key of a message’s template. A kind without a type of its own has its own template.
 */
const templateOf = (type: MessageType, { about }: NoticeParams): string =>
  type === 'system_notice' && about !== undefined ? `notice.${about}` : `message.${type}`;

/**
 * Returns a message in the reader’s language, as it is to be read at `now`: the template of its type with escaped
 * parameters, sanitized again.
 */
export function messageContent(
  language: Language,
  type: MessageType,
  params: NoticeParams,
  now: Date | null = null,
): string {
  const words = escapeParams(wordsOf(language, params, { now }));
  const content = sanitizeMessage(translatorOf(language).find(templateOf(type, params), words) ?? '');
  return isFormerName(String(params.slug ?? ''))
    ? content.replace(/<a href="\/user\/[^"]*">(.*?)<\/a>/g, '$1')
    : content;
}
