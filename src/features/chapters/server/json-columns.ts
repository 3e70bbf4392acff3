import type { ChapterDocument } from '../model/document.ts';

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'chapter_drafts.document': ChapterDocument;
    'chapter_revisions.document': ChapterDocument;
    'chapter_texts.document': ChapterDocument;
  }
}
