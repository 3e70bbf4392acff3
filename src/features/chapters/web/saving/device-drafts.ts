import { ChapterDocument } from '../../model/document.ts';
import type { Written } from './written.ts';

/**
 * What was written and is not on the server yet, kept by this browser. Each page keeps its own, so that two windows of one
 * chapter never write over each other. The local storage and not a database: it is written at once, even while a page is
 * being closed.
 */
export interface DeviceDraft {
  /** The page that wrote it; a new one each time that the writing room is opened. */
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
export interface Place {
  memberId: string;
  chapterId: string | null;
  begunAt: string;
}

const START = 'draft';

/** By what a chapter goes among the windows of a browser and in its storage. */
export function nameOf({ chapterId, begunAt }: Omit<Place, 'memberId'>): string {
  return chapterId ?? `new-${begunAt}`;
}

function prefixOf({ memberId, ...place }: Place): string {
  return `${START}:${memberId}:${nameOf(place)}:`;
}

/** False when this browser keeps nothing: storage is full, or refused. */
export function keepDraft(place: Place, draft: DeviceDraft): boolean {
  try {
    localStorage.setItem(prefixOf(place) + draft.page, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(place: Place, page: string): void {
  try {
    localStorage.removeItem(prefixOf(place) + page);
  } catch {
    // Refused: there is nothing to forget.
  }
}

function parse(text: string | null): DeviceDraft | null {
  try {
    const draft = JSON.parse(text ?? '') as DeviceDraft;
    const { written } = draft;
    if (typeof written.title !== 'string' || typeof written.summary !== 'string') return null;
    // Those kept before there were trees have no choice.
    const choice = typeof written.choice === 'string' ? written.choice : '';
    // The editor does not open a document that it does not know.
    return { ...draft, written: { ...written, choice, document: ChapterDocument.parse(written.document) } };
  } catch {
    return null;
  }
}

/** All that is kept for a place, newest first. */
export function keptDrafts(place: Place): DeviceDraft[] {
  const prefix = prefixOf(place);
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => parse(localStorage.getItem(key)))
      .filter((draft) => draft !== null)
      .sort((a, b) => b.at.localeCompare(a.at));
  } catch {
    return [];
  }
}
