import type { ChapterDocument } from '#features/chapters/model/document.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'submission_texts.document': ChapterDocument;
  }
}
