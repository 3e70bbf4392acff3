import type { Language } from '#core/languages.ts';
import type { Catalog, Translator } from '#core/messages.ts';

/** Parts of the site with messages of their own; `common` is on every page. */
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
  | 'feedback'
  | 'errors'
  | 'story_editor'
  | 'publishing'
  | 'account'
  | 'picture';

// One file per language and part, fetched when a page of that part is shown.
const files = import.meta.env.SSR
  ? {}
  : import.meta.glob<Catalog>(['/locales/*/*.json', '!/locales/*/mail.json', '!/locales/*/messages.json'], {
      import: 'default',
    });
const loading = new Map<string, Promise<void>>();

/** Fetches the messages of a part. The same promise for the same part, so that rendering can wait for it. */
export function loadPart(translator: Translator, part: Part): Promise<void> {
  const path = `/locales/${translator.language satisfies Language}/${part}.json`;
  let promise = loading.get(path);
  if (!promise) {
    const english = `/locales/en/${part}.json`;
    promise = ((files[path] ?? files[english])?.() ?? Promise.reject(new Error(`There are no messages at ${path}`)))
      .then((catalog) => {
        translator.add(part, catalog);
        // What React looks at: with it a part that is there makes nobody wait, not even for a moment.
        Object.assign(loading.get(path) ?? {}, { status: 'fulfilled', value: undefined });
      })
      .catch((error) => {
        // Asked again at the next try, or one lost connection would keep the part away for good.
        loading.delete(path);
        throw error;
      });
    loading.set(path, promise);
  }
  return promise;
}
