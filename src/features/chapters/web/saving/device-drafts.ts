import { ChapterDocument } from '../../model/document.ts';
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
export interface Place {
  memberId: string;
  chapterId: string | null;
  begunAt: string;
}

/** By what a chapter goes among the windows of a browser and in its storage. */
export function nameOf({ chapterId, begunAt }: Omit<Place, 'memberId'>): string {
  return chapterId ?? `new-${begunAt}`;
}

/** Where this browser keeps texts of one kind, each under the name of what it belongs to. */
export function deviceShelf<Draft extends { page: string; at: string }>(
  start: string,
  parse: (given: unknown) => Draft,
) {
  const prefixOf = (memberId: string, name: string) => `${start}:${memberId}:${name}:`;
  const read = (key: string): Draft | null => {
    try {
      return parse(JSON.parse(localStorage.getItem(key) ?? ''));
    } catch {
      return null;
    }
  };
  return {
    /** False when this browser keeps nothing: storage is full, or refused. */
    keep(memberId: string, name: string, draft: Draft): boolean {
      try {
        localStorage.setItem(prefixOf(memberId, name) + draft.page, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    forget(memberId: string, name: string, page: string): void {
      try {
        localStorage.removeItem(prefixOf(memberId, name) + page);
      } catch {
        // Refused: there is nothing to forget.
      }
    },
    /** All that is kept under a name, newest first. */
    kept(memberId: string, name: string): Draft[] {
      const prefix = prefixOf(memberId, name);
      try {
        return Object.keys(localStorage)
          .filter((key) => key.startsWith(prefix))
          .map(read)
          .filter((draft) => draft !== null)
          .sort((a, b) => b.at.localeCompare(a.at));
      } catch {
        return [];
      }
    },
  };
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

export function keepDraft({ memberId, ...place }: Place, draft: DeviceDraft): boolean {
  return chapters.keep(memberId, nameOf(place), draft);
}

export function forgetDraft({ memberId, ...place }: Place, page: string): void {
  chapters.forget(memberId, nameOf(place), page);
}

export function keptDrafts({ memberId, ...place }: Place): DeviceDraft[] {
  return chapters.kept(memberId, nameOf(place));
}
