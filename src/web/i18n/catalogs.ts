import type { Language } from '#core/languages.ts';
import type { Catalog, Parts, Translator } from '#core/messages.ts';

/**
 * Parts of the message catalog that are loaded separately: the files in `locales`. The part `errors` also has the
 * sentences of all features (`NAME.errors.json`).
 */
export type Part = keyof Parts;

/** Parts that every page with React loads first (`scripts/vite/catalogs.ts`). */
export const FIRST_PARTS = ['common', 'errors'] as const satisfies readonly Part[];

/** One file per language, with the parts that every page needs. The others are loaded when they are used. */
const languages = {
  en: () => import('virtual:language/en'),
  zh: () => import('virtual:language/zh'),
  de: () => import('virtual:language/de'),
  fr: () => import('virtual:language/fr'),
  ko: () => import('virtual:language/ko'),
  pt: () => import('virtual:language/pt'),
  ja: () => import('virtual:language/ja'),
  es: () => import('virtual:language/es'),
} satisfies Record<Language, () => Promise<unknown>>;
const loading = new Map<string, Promise<void>>();

async function fetchPart(language: Language, part: Part): Promise<Catalog> {
  const { first, later } = await languages[language]();
  if (first[part]) return first[part];
  const fetch = later[part];
  if (!fetch) throw new Error(`There are no messages for ${part} in ${language}`);
  return (await fetch()).default;
}

/** Loads the messages of a part. Returns the same promise for the same part, so that rendering can wait for it. */
export function loadPart(translator: Translator, part: Part): Promise<void> {
  const key = `${translator.language} ${part}`;
  let promise = loading.get(key);
  if (!promise) {
    promise = fetchPart(translator.language, part)
      .then((catalog) => {
        translator.add(part, catalog);
        // React checks this status. With it, a loaded part never suspends, not even for a moment.
        Object.assign(loading.get(key) ?? {}, { status: 'fulfilled', value: undefined });
      })
      .catch((error) => {
        // Allows a retry. Otherwise one lost connection would make the part unavailable until the page is reloaded.
        loading.delete(key);
        throw error;
      });
    loading.set(key, promise);
  }
  return promise;
}
