import type { Translate } from '#core/messages.ts';
import { to } from '#core/pages.ts';
import type { TranslationEditorData } from '../../contract-views.ts';

/** Where a translation is read, or what it is made from. */
export function backOf({ storyId, chapterId, storyTitle }: TranslationEditorData['source'], t: Translate) {
  return chapterId
    ? { to: to.chapter({ storyId, chapterId }), label: t('translate.back_to_chapter', { title: storyTitle }) }
    : undefined;
}
