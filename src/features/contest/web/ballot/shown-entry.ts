import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { EntryText } from '../../contract.ts';

/** An entry as a page shows it: its text without marks is for other programs. */
export type ShownEntry = Omit<EntryText, 'text' | 'content'> & { content: ChapterDocument };
