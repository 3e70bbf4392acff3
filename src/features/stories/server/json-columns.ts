import type { Language } from '#core/languages.ts';
import type { StoredSettings } from '../model/mode-settings.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    /** The name of a category in each language. */
    'added_categories.names': Record<Language, string>;
    'stories.mode_settings': StoredSettings;
  }
}
