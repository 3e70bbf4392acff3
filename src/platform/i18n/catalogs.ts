import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';
import { type Catalog, createTranslator, type Translator } from '#core/messages.ts';

const LOCALES = join(import.meta.dirname, '../../../locales');

/** Compiles the ICU messages of one file. Throws if a message is malformed. */
export function compileCatalog(messages: Record<string, string>): Catalog {
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]));
}

const translators = new Map<Language, Translator>();

function readCatalog(language: Language, part: string): Catalog | null {
  try {
    return compileCatalog(JSON.parse(readFileSync(join(LOCALES, language, `${part}.json`), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Returns the translator with all texts of a language. They are read and compiled on first use. If a language lacks a
 * file, English is used, the fallback of the spec; `npm run check` prevents releasing that.
 */
export function translatorOf(language: Language): Translator {
  let translator = translators.get(language);
  if (!translator) {
    translator = createTranslator(language);
    const parts = readdirSync(join(LOCALES, DEFAULT_LANGUAGE)).filter((name) => name.endsWith('.json'));
    for (const part of parts.map((name) => name.replace(/\.json$/, ''))) {
      translator.add(part, readCatalog(language, part) ?? readCatalog(DEFAULT_LANGUAGE, part) ?? {});
    }
    translators.set(language, translator);
  }
  return translator;
}
