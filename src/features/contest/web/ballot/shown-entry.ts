import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { EntryText } from '../../contract.ts';

/** An entry as pages show it. The plain text is only for API clients. */
export type ShownEntry = Omit<EntryText, 'text' | 'content'> & { content: ChapterDocument };
