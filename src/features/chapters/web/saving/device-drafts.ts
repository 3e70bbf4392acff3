import { deviceShelf } from '#web/saving/device-shelf.ts';
import { ChapterDocument } from '../../model/document-schema.ts';
import type { ChapterForms, Written } from './written.ts';

/**
 * Text that isn’t on the server yet, kept by this browser. Each page keeps its own, so that two windows with the same
 * chapter never overwrite each other. Uses local storage instead of a database, because it writes synchronously, even
 * while a page is closing.
 */
export interface DeviceDraft {
  /** The page that wrote it. A new id each time the chapter editor is opened. */
  page: string;
  /** The version of the server’s text that it is based on. */
  base: number;
  /** When it was kept, by this device’s clock. */
  at: string;
  /** Idempotency key for creating the chapter, so that a lost response doesn’t create it twice. */
  createKey: string;
  written: Written;
}

/** The owner and the chapter. A chapter that isn’t on the server yet is identified by where it was started. */
export interface DraftKey {
  memberId: string;
  chapterId: string | null;
  begunAt: string;
}

/** The name of a chapter across windows and in storage. */
export function nameOf({ chapterId, begunAt }: Omit<DraftKey, 'memberId'>): string {
  return chapterId ?? `new-${begunAt}`;
}

function parseChapter(given: unknown): DeviceDraft {
  const draft = given as DeviceDraft;
  const { written } = draft;
  if (typeof written.title !== 'string' || typeof written.summary !== 'string') throw new TypeError('Not a chapter');
  // The editor can’t open a document that doesn’t match the schema.
  return { ...draft, written: { ...written, document: ChapterDocument.parse(written.document) } };
}

const chapters = deviceShelf('draft', parseChapter);

export function keepDraft({ memberId, ...key }: DraftKey, draft: DeviceDraft): boolean {
  return chapters.keep(memberId, nameOf(key), draft);
}

export function forgetDraft({ memberId, ...key }: DraftKey, page: string): void {
  chapters.forget(memberId, nameOf(key), page);
}

/** Returns what this browser has kept. What was kept before a field existed gets its first value. */
export function keptDrafts({ completed }: ChapterForms, { memberId, ...key }: DraftKey): DeviceDraft[] {
  return chapters.kept(memberId, nameOf(key)).map((draft) => ({ ...draft, written: completed(draft.written) }));
}
