import * as z from 'zod/mini';
import type { FieldIssue } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { ChapterDraft } from '../../contract.ts';
import type { ChapterSave } from '../../contract-save.ts';
import { withGivenIds } from '../../model/block-ids.ts';
import * as fields from '../../model/chapter-fields.ts';
import { contentKey } from '../../model/compare-documents.ts';
import { type ChapterDocument, EMPTY_DOCUMENT } from '../../model/document.ts';

/** The text that is being written. */
export interface Written {
  title: string;
  summary: string;
  /** The choice that readers of a tree click to get here. Empty without one. */
  choice: string;
  document: ChapterDocument;
}
export type WrittenField = 'title' | 'summary' | 'choice' | 'content';

export const NOTHING_WRITTEN: Written = { title: '', summary: '', choice: '', document: EMPTY_DOCUMENT };

export function writtenOf(draft: Pick<ChapterDraft, 'title' | 'summary' | 'choice' | 'content'>): Written {
  return { title: draft.title, summary: draft.summary, choice: draft.choice, document: draft.content };
}

/** True while there is nothing that could be lost. */
export function isBlank({ title, summary, choice, document }: Written): boolean {
  const isUntold = [title, summary, choice].every((text) => text.trim() === '');
  return isUntold && contentKey(document) === contentKey(EMPTY_DOCUMENT);
}

/** Normalizes short fields as the server does, so that outer white space makes no difference. */
const folded = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

export function isSameText(a: Written, b: Written): boolean {
  return changesSince(a, b) === null;
}

export type Wrong = Partial<Record<WrittenField, FieldIssue>>;

function issues(checks: [WrittenField, z.core.$ZodType, unknown][]): Wrong {
  const wrong: Wrong = {};
  for (const [field, schema, value] of checks) {
    const parsed = z.safeParse(schema, value);
    if (!parsed.success) wrong[field] = Object.values(fieldIssues(parsed.error))[0] ?? { code: 'invalid' };
  }
  return wrong;
}

/** The short fields that are too long. Fast enough for every pause in typing. */
export function wrongLines({ title, summary, choice }: Written): Wrong {
  return issues([
    ['title', fields.chapterTitle, title],
    ['summary', fields.summary, summary],
    ['choice', fields.choice, choice],
  ]);
}

/** The fields that are too long to be saved; the rest is saved anyway (product §4). */
export function unsavable(written: Written): Wrong {
  return { ...wrongLines(written), ...issues([['content', fields.content, written.document]]) };
}

export interface Changes {
  title?: string;
  summary?: string;
  choice?: string;
  content?: ChapterDocument;
}

/** Returns what to send so that the server has the current text. Null if it already has it. */
export function changesSince(base: Written, written: Written): Changes | null {
  const changes: Changes = {};
  if (folded(base.title) !== folded(written.title)) changes.title = written.title;
  if (base.summary.trim() !== written.summary.trim()) changes.summary = written.summary;
  if (folded(base.choice) !== folded(written.choice)) changes.choice = written.choice;
  if (contentKey(base.document) !== contentKey(written.document)) changes.content = written.document;
  return Object.keys(changes).length > 0 ? changes : null;
}

/** Returns the changes without fields that are too long. Null if none is left. */
export function savable(changes: Changes, wrong: Wrong): Changes | null {
  const rest = Object.entries(changes).filter(([field]) => !(field in wrong));
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}

/** Returns the draft after a successful save, with the values that only the server knows. */
export function afterSave(
  draft: ChapterDraft,
  { title = draft.title, summary = draft.summary, choice = draft.choice, content }: Changes,
  { ids, edit, ...saved }: ChapterSave,
): ChapterDraft {
  return {
    ...draft,
    ...saved,
    title: folded(title),
    summary: summary.trim(),
    choice: folded(choice),
    content: content && ids ? withGivenIds(content, ids) : draft.content,
    ...(edit ? { editStatus: edit.status, can: edit.can } : {}),
  };
}
