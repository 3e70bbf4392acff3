import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CHAPTER_FIELDS } from '#features/fields.ts';
import { chapterCalls } from '../contract.ts';
import { type ChapterField, type ChapterFields, chapterFields } from '../model/chapter-field-list.ts';
import { COPY_COLUMNS, initialFields, KEPT_COLUMNS, reviewedFields } from './chapter-columns.ts';

const note: ChapterField = { schema: z.string(), view: z.string(), initial: '', reviewedAs: 'note' };
// A feature would declare its type, too.
const fields = { ...CHAPTER_FIELDS, note } as ChapterFields;
const copy = { title: 'One', summary: 'Two', choice: '', note: 'Mind the gap' };

it('every field has a column of its own in the draft', () =>
  expect(COPY_COLUMNS.toSorted()).toEqual(Object.keys(chapterFields).toSorted()));

it('the version history has title and summary', () => expect(KEPT_COLUMNS).toEqual(['title', 'summary']));

it('a field that a later feature adds is part of the calls, of new chapters and of what moderators see', () => {
  const { update } = chapterCalls(fields);
  expect(z.safeParse(update.input, { chapterId: '1', version: 1, note: 'Mind the gap' }).success).toBe(true);
  expect(z.safeParse(update.input, { chapterId: '1', version: 1, note: 7 }).success).toBe(false);
  expect(initialFields(fields, { title: 'One' })).toEqual({ title: 'One', summary: '', choice: '', note: '' });
  expect(reviewedFields(fields, copy)).toEqual([
    { field: 'chapter_title', text: 'One' },
    { field: 'summary', text: 'Two' },
    { field: 'note', text: 'Mind the gap' },
  ]);
});
