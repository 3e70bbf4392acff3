import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CHAPTER_FIELDS } from '#features/fields.ts';
import type { ChapterFields } from '../../model/chapter-field-list.ts';
import { chapterForms } from './written.ts';

// A feature would declare its type, too.
const fields = { ...CHAPTER_FIELDS, note: { schema: z.string(), view: z.string(), initial: '' } } as ChapterFields;
const copy = { title: 'One', summary: 'Two', choice: '', note: 'Mind the gap' };

it('a field that a later feature adds is compared and sent by the editor', () => {
  const { changesSince, completed, isBlank, nothing } = chapterForms(fields);
  expect(nothing).toMatchObject({ title: '', note: '' });
  expect(isBlank({ ...nothing, ...copy })).toBe(false);
  expect(changesSince({ ...nothing, ...copy }, { ...nothing, ...copy, ...{ note: 'Mind' } })).toEqual({ note: 'Mind' });
  expect(completed({ title: 'Kept before', document: nothing.document })).toMatchObject({
    title: 'Kept before',
    note: '',
  });
});
