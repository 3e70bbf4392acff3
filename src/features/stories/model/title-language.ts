import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';

/** A story or chapter whose title may be shown in a translation. */
export interface Titled {
  /** Omitted if the title is in the original language. */
  readonly titleLanguage?: Language | undefined;
}

/** Returns the `lang` attribute of the title. */
export function titleTag({ titleLanguage }: Titled, story: { readonly language: Language }): string {
  return LANGUAGE_TAGS[titleLanguage ?? story.language];
}
