import type { Language } from '#core/languages.ts';
import type { Catalog, Translator } from '#core/messages.ts';

/** Parts of the site with messages of their own. */
export type Part =
  | 'common'
  | 'reader'
  | 'stories'
  | 'chapters'
  | 'discovery'
  | 'accounts'
  | 'profile'
  | 'inbox'
  | 'moderation'
  | 'report'
  | 'decisions'
  | 'leaving'
  | 'feedback'
  | 'errors'
  | 'story_editor'
  | 'publishing'
  | 'account'
  | 'picture'
  | 'times'
  | 'participation'
  | 'relay'
  | 'branch'
  | 'contest'
  | 'ballot'
  | 'submission'
  | 'translations'
  | 'translate'
  | 'review'
  | 'statistics'
  | 'offline';

/** Parts that every page with React begins with (`scripts/vite/catalogs.ts`). */
export const FIRST_PARTS = ['common', 'errors'] as const satisfies readonly Part[];

/** One file per language, with the parts that every page needs. The others are fetched when a page of theirs is shown. */
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

/** Fetches the messages of a part. The same promise for the same part, so that rendering can wait for it. */
export function loadPart(translator: Translator, part: Part): Promise<void> {
  const key = `${translator.language} ${part}`;
  let promise = loading.get(key);
  if (!promise) {
    promise = fetchPart(translator.language, part)
      .then((catalog) => {
        translator.add(part, catalog);
        // What React looks at: with it a part that is there makes nobody wait, not even for a moment.
        Object.assign(loading.get(key) ?? {}, { status: 'fulfilled', value: undefined });
      })
      .catch((error) => {
        // Asked again at the next try, or one lost connection would keep the part away for good.
        loading.delete(key);
        throw error;
      });
    loading.set(key, promise);
  }
  return promise;
}
