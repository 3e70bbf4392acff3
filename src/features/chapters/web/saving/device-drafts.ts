import { deviceShelf } from '#web/saving/device-shelf.ts';
import { ChapterDocument } from '../../model/document-schema.ts';
import type { Written } from './written.ts';

/**
 * What was written and is not on the server yet, kept by this browser. Each page keeps its own, so that two windows of one
 * chapter never write over each other. The local storage and not a database: it is written at once, even while a page is
 * being closed.
 */
export interface DeviceDraft {
  /** The page that wrote it; a new one each time that the chapter editor is opened. */
  page: string;
  /** Version of the server's text that it goes on from. */
  base: number;
  /** When it was kept, by this device's clock. */
  at: string;
  /** Key of the call that begins the chapter, so that a lost answer does not begin it twice. */
  createKey: string;
  written: Written;
}

/** Whose it is and what it belongs to. A chapter that is not on the server yet goes by where it was begun. */
export interface DraftKey {
  memberId: string;
  chapterId: string | null;
  begunAt: string;
}

/** By what a chapter goes among the windows of a browser and in its storage. */
export function nameOf({ chapterId, begunAt }: Omit<DraftKey, 'memberId'>): string {
  return chapterId ?? `new-${begunAt}`;
}

function parseChapter(given: unknown): DeviceDraft {
  const draft = given as DeviceDraft;
  const { written } = draft;
  if (typeof written.title !== 'string' || typeof written.summary !== 'string') throw new TypeError('No chapter');
  // Those kept before there were trees have no choice.
  const choice = typeof written.choice === 'string' ? written.choice : '';
  // The editor does not open a document that it does not know.
  return { ...draft, written: { ...written, choice, document: ChapterDocument.parse(written.document) } };
}

const chapters = deviceShelf('draft', parseChapter);

export function keepDraft({ memberId, ...key }: DraftKey, draft: DeviceDraft): boolean {
  return chapters.keep(memberId, nameOf(key), draft);
}

export function forgetDraft({ memberId, ...key }: DraftKey, page: string): void {
  chapters.forget(memberId, nameOf(key), page);
}

export function keptDrafts({ memberId, ...key }: DraftKey): DeviceDraft[] {
  return chapters.kept(memberId, nameOf(key));
}
