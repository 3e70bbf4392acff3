import { type I18n, setupI18n } from '@lingui/core';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGE_TAGS, type Language } from './languages.ts';

/**
 * All messages that users read, by key, with their placeholders. `locales/messages.d.ts` adds them. It’s generated from
 * the English files, so that an unknown key or a missing placeholder doesn’t compile.
 */
export interface Messages {}

/** The files of messages that browsers can load. `locales/messages.d.ts` adds them. */
export interface Parts {}

export type MessageKey = keyof Messages & string;
/** Keys of messages without placeholders, for tables of labels. */
export type PlainKey = { [K in MessageKey]: Messages[K] extends null ? K : never }[MessageKey];
/** Messages of one language and part of the site, compiled from ICU when the site is built or started. */
export type Catalog = Record<string, CompiledMessage>;

type ParamsOf<K extends MessageKey> = Messages[K] extends null ? [] : [params: Messages[K]];
export type Translate = <K extends MessageKey>(key: K, ...params: ParamsOf<K>) => string;

/** The messages of one language. Parts are added when they are needed. */
export interface Translator {
  readonly language: Language;
  readonly t: Translate;
  /** For keys that are built at runtime (`error.<code>`). Returns null if there is no such message. */
  find: (key: string, params?: Params) => string | null;
  add: (part: string, catalog: Catalog) => void;
  has: (part: string) => boolean;
}

type Params = Record<string, string | number>;

/**
 * Escapes backslashes in parameters as `\x5c`, so that parameters appear unchanged in the message. Lingui decodes
 * `\x27` in the formatted message as an apostrophe, even in text that a member wrote.
 */
function withBackslashes(params: Params): Params {
  const hasBackslash = (value: string | number) => typeof value === 'string' && value.includes('\\');
  // Fast path: a page has hundreds of messages, and almost none has a backslash.
  if (!Object.values(params).some(hasBackslash)) return params;
  const read = (value: string | number) => (typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, read(value)]));
}

export function createTranslator(language: Language): Translator {
  const parts = new Set<string>();
  let catalog: Catalog = {};
  // Dates and numbers inside messages are formatted in the same language.
  const i18n: I18n = setupI18n({
    locale: language,
    locales: LANGUAGE_TAGS[language],
    messages: { [language]: catalog },
  });
  const find: Translator['find'] = (key, params) =>
    Object.hasOwn(catalog, key) ? i18n._(key, params && withBackslashes(params)) : null;
  return {
    language,
    // Falls back to the key. The check of translations prevents this in a release.
    t: (key, ...[params]) => find(key, params as Params | undefined) ?? key,
    find,
    add(part, messages) {
      if (parts.has(part)) return;
      parts.add(part);
      catalog = { ...catalog, ...messages };
      i18n.load(language, messages);
    },
    has: (part) => parts.has(part),
  };
}
