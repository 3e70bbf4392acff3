import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '#core/languages.ts';
import { type Catalog, createTranslator, type Translator } from '#core/messages.ts';

const LOCALES = join(import.meta.dirname, '../../../locales');

/** Compiles the ICU messages of one file. Throws on a message that is not well formed. */
export function compileCatalog(messages: Record<string, string>): Catalog {
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)]));
}

const translators = new Map<Language, Translator>();

/** All sentences of a language, as the server needs them; read and compiled at its first use. */
export function translatorOf(language: Language): Translator {
  let translator = translators.get(language);
  if (!translator) {
    translator = createTranslator(language);
    for (const file of readdirSync(join(LOCALES, language)).filter((name) => name.endsWith('.json'))) {
      translator.add(
        file.replace(/\.json$/, ''),
        compileCatalog(JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'))),
      );
    }
    translators.set(language, translator);
  }
  return translator;
}
