import type { Translate } from '#core/messages.ts';
import { to } from '#core/pages.ts';
import type { TranslationEditorData } from '../../contract-views.ts';

/** The page to return to: the translated text or its original. */
export function backOf({ storyId, chapterId, storyTitle }: TranslationEditorData['source'], t: Translate) {
  return chapterId
    ? { to: to.chapter({ storyId, chapterId }), label: t('translate.back_to_chapter', { title: storyTitle }) }
    : undefined;
}
