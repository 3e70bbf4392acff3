import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { SourceTexts } from '../model/source-parts.ts';
import type { TranslationText } from '../model/working-text.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'translation_texts.draft': TranslationText;
    /** What each part of the original said when it was last confirmed. */
    'translation_texts.source': SourceTexts;
    /** The published text. Null until the translation is approved. */
    'translation_texts.document': ChapterDocument;
  }
}
