import type { Language } from '#core/languages.ts';
import type { TranslationKind } from '../../model/translation-status.ts';

/** The queue of a kind, of translations into a language where one is named. */
export function queueAddress(kind: TranslationKind, into?: Language): string {
  return `/review_${kind}_translation${into ? `?into=${into}` : ''}`;
}

export function reviewAddress(kind: TranslationKind, translationId: string): string {
  return `/review_${kind}_translation?id=${translationId}`;
}
