import { isFormerName } from '#core/former-member.ts';
import { baseLanguage, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { displayName } from '#platform/i18n/former-author.ts';
import { escapeParams, sanitizeMessage } from '../model/message-html.ts';
import type { MessageType } from '../model/message-types.ts';
import { momentText } from '../model/moment.ts';

/** What a message was written with; what its template names and is not here is left out. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** A parameter that is a moment in epoch milliseconds; null when there is none, which 0 says too. */
export function momentOf(params: MessageParams, name: string): Date | null {
  const value = params[name];
  if (typeof value !== 'number' || value <= 0) return null;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** The name of a language of ours in another one, in the middle of a sentence: `de` is `German` in English. */
function languageName(code: string, language: Language): string {
  const known = baseLanguage(code);
  return (known && new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'language' }).of(known)) ?? code;
}

/** The parameters that are names of members. */
export const NAMES = ['user', 'from', 'next'] as const;

/** What a rule is called, in the middle of a sentence or at its end. */
export function ruleName(rule: string, language: Language): string {
  return translatorOf(language).find(`message.rule.${rule}`, {}) ?? rule;
}

/** The parameters in the form in which templates name them; `has_<name>` is `yes` for what there is. */
function wordsOf(language: Language, params: MessageParams): Record<string, string | number> {
  const words: Record<string, string | number> = { ...params };
  // What a notice is about; those without it say it themselves.
  words.about = params.about ?? '';
  const deadline = momentOf(params, 'deadline');
  words.deadline = deadline ? `${momentText(deadline, LANGUAGE_TAGS[language], 'UTC')} UTC` : '';
  // Who is gone is named by no name, and has no page.
  for (const name of NAMES) if (typeof words[name] === 'string') words[name] = displayName(words[name], language);
  if (typeof params.rule === 'string') words.rule = ruleName(params.rule, language);
  if (typeof params.language === 'string') words.language = languageName(params.language, language);
  // It stands in an address.
  words.slug = encodeURIComponent(String(params.slug ?? '').toWellFormed());
  for (const [name, value] of Object.entries(words)) words[`has_${name}`] = value === '' || value === 0 ? 'no' : 'yes';
  return words;
}

/** A message in the reader's language: the template of its type with escaped parameters, sanitised again. */
export function messageContent(language: Language, type: MessageType, params: MessageParams): string {
  const words = escapeParams(wordsOf(language, params));
  const content = sanitizeMessage(translatorOf(language).find(`message.${type}`, words) ?? '');
  return isFormerName(String(params.slug ?? ''))
    ? content.replace(/<a href="\/user\/[^"]*">(.*?)<\/a>/g, '$1')
    : content;
}
