import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldIssues } from '#core/fields.ts';
import { storyApi } from '../contract.ts';
import { CATEGORIES } from './categories.ts';
import { missingFields } from './story-fields.ts';
import { UNITS_CEILING, UNITS_FLOOR } from './story-limits.ts';

const WHOLE = { title: 'Salt Tax', description: 'About salt.', mode: 'solo', categories: ['drama'], language: 'en' };
/** Issues of these fields of a new story, by field. Empty if they are valid. */
function wrongWith(fields: Record<string, unknown>) {
  const result = z.safeParse(storyApi.create.input, { ...WHOLE, ...fields });
  return result.success ? {} : fieldIssues(result.error);
}
const parsed = (fields: Record<string, unknown>) => z.parse(storyApi.create.input, { ...WHOLE, ...fields });
const rules = (fields: Record<string, unknown>) => {
  const result = z.safeParse(storyApi.update.input, { storyId: '1', ...fields });
  return result.success ? {} : fieldIssues(result.error);
};

/** One letter each, as users count: Latin, Han, an emoji outside the first plane, a letter with a separate accent. */
const LETTERS = ['x', '字', '🐇', 'e\u0301'];

describe('lengths in code points', () => {
  it.each(LETTERS)('accepts a title of 80 times %s, and refuses 81', (letter) => {
    expect(wrongWith({ title: letter.repeat(79) })).toEqual({});
    expect(wrongWith({ title: letter.repeat(80) })).toEqual({});
    expect(wrongWith({ title: letter.repeat(81) })).toEqual({
      title: { code: 'title_too_long', params: { max: 80, over: 1 } },
    });
  });

  it.each(LETTERS)('accepts a description of 500 times %s, and refuses 501', (letter) => {
    expect(wrongWith({ description: letter.repeat(499) })).toEqual({});
    expect(wrongWith({ description: letter.repeat(500) })).toEqual({});
    expect(wrongWith({ description: letter.repeat(501) })).toEqual({
      description: { code: 'description_too_long', params: { max: 500, over: 1 } },
    });
  });

  it('are measured after trimming white space', () => {
    expect(wrongWith({ title: `  ${'x'.repeat(80)}\n` })).toEqual({});
    expect(wrongWith({ description: `\n\n${'x'.repeat(500)}\n` })).toEqual({});
  });
});

describe('texts', () => {
  it('keep their letters and lose invisible characters', () => {
    expect(parsed({ title: ' Salt\u0000 \t\n Tax\ud800 ', description: 'a\r\nb\rc\u0007' })).toMatchObject({
      title: 'Salt Tax\ufffd',
      description: 'a\nb\nc',
    });
  });

  it('are equal if they look equal', () => {
    expect(parsed({ title: 'Cafe\u0301' })).toMatchObject({ title: 'Café' });
  });

  it('are kept as text if they look like code', () => {
    const title = '<b onclick="x">{{7*7}}</b> \'; drop table stories;--';
    expect(parsed({ title })).toMatchObject({ title });
  });
});

describe('categories', () => {
  const some = (count: number) => CATEGORIES.slice(0, count);
  it.each([0, 1, 2, 3])('accepts %i in a draft', (count) => expect(wrongWith({ categories: some(count) })).toEqual({}));
  it('refuses 4', () => {
    expect(wrongWith({ categories: some(4) })).toEqual({
      categories: { code: 'categories_too_many', params: { max: 3 } },
    });
  });
  it('must be known and different', () => {
    expect(wrongWith({ categories: ['drama', 'drama'] })).toEqual({ categories: { code: 'category_twice' } });
    expect(wrongWith({ categories: ['drama', 'Cooking!'] })).toEqual({ 'categories.1': { code: 'category_unknown' } });
    expect(wrongWith({ categories: 'drama' })).toEqual({ categories: { code: 'category_unknown' } });
  });
  it('are the 20 of product §9', () => expect(CATEGORIES).toHaveLength(20));
});

describe('mode and language', () => {
  it.each(['relay', 'competition', 'branch', 'solo'])('takes %s', (mode) => expect(wrongWith({ mode })).toEqual({}));
  it.each([undefined, '', 'Solo', 7])('refuses the mode %s', (mode) => {
    expect(wrongWith({ mode })).toEqual({ mode: { code: 'mode_empty' } });
  });
  it.each(['', 'EN', 'ru', null])('refuses the language %s', (language) => {
    expect(wrongWith({ language })).toEqual({ language: { code: 'language_unknown' } });
  });
});

describe('chapter lengths', () => {
  it.each([
    ['minUnits', UNITS_FLOOR, UNITS_CEILING - 1],
    ['maxUnits', UNITS_FLOOR + 1, UNITS_CEILING],
  ])('accepts %s from %i to %i, not beyond', (field, min, max) => {
    const bounds = { code: 'units_bounds', params: { min, max } };
    expect([UNITS_FLOOR, UNITS_CEILING]).toEqual([50, 20_000]);
    expect(rules({ [field]: min - 1 })).toEqual({ [field]: bounds });
    expect(rules({ [field]: min })).toEqual({});
    expect(rules({ [field]: max })).toEqual({});
    expect(rules({ [field]: max + 1 })).toEqual({ [field]: bounds });
  });
  it.each([100.5, '100', Number.NaN, null, 1e300])('refuses %s, which is not a whole number', (minUnits) => {
    expect(rules({ minUnits })).toEqual({ minUnits: { code: 'units_whole_number' } });
  });
});

it('refuses unknown and protected fields, by name', () => {
  const protectedFields = {
    status: 'published',
    creatorId: '1',
    creator_id: '1',
    editStatus: null,
    coverKey: 'x',
    cover_key: 'x',
    version: 9,
    publishedAt: 'x',
    listed_at: 'x',
    deleted_at: null,
    id: '7',
    trend: 1,
    readers: 5,
    __proto__x: 1,
  };
  for (const [field, value] of Object.entries(protectedFields))
    expect(wrongWith({ [field]: value }), field).toEqual({ [field]: { code: 'unknown' } });
});

describe('missing fields of a submission', () => {
  it.each([
    [{ title: '', description: 'x', categories: ['drama'] }, { title: { code: 'title_empty' } }],
    [{ title: 'x', description: '', categories: ['drama'] }, { description: { code: 'description_empty' } }],
    [{ title: 'x', description: 'x', categories: [] }, { categories: { code: 'categories_empty' } }],
    [{ title: 'x', description: 'x', categories: ['drama'] }, {}],
  ])('%o', (story, missing) => expect(missingFields(story)).toEqual(missing));
});
