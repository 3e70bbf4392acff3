import type { Language } from '#core/languages.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    /** The name of a category in each language. */
    'added_categories.names': Record<Language, string>;
  }
}
