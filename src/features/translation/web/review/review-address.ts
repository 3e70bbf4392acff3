import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { TranslationKind } from '../../model/translation-status.ts';

const PAGE = { story: to.reviewStoryTranslation, chapter: to.reviewChapterTranslation };

/** Path of the queue of a kind, optionally for one language. */
export function queueAddress(kind: TranslationKind, into?: Language): string {
  return PAGE[kind]({ into });
}

export function reviewAddress(kind: TranslationKind, translationId: string): string {
  return PAGE[kind]({ id: translationId });
}
