import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';

/** A story or chapter whose words may be shown in another language than they were written in. */
export interface Titled {
  /** Left out where they are as they were written. */
  readonly titleLanguage?: Language | undefined;
}

/** The `lang` of such words. */
export function titleTag({ titleLanguage }: Titled, story: { readonly language: Language }): string {
  return LANGUAGE_TAGS[titleLanguage ?? story.language];
}
