import { describe, expect, it } from 'vitest';
import { CATEGORIES, CATEGORY_CODE, codeOfCategory, isSameName, similarNames } from './categories.ts';

describe('the code of a category', () => {
  it.each([
    ['Epistolary', 'epistolary'],
    ['Alternate history', 'alternate_history'],
    ['Café noir!', 'cafe_noir'],
    ['  2nd person ', 'nd_person'],
    ['书信体', ''],
    ['A'.repeat(50), 'a'.repeat(40)],
  ])('of “%s” is “%s”', (name, code) => expect(codeOfCategory(name)).toBe(code));
  it('has the same format as the built-in codes', () => {
    for (const code of CATEGORIES) expect(code).toMatch(CATEGORY_CODE);
  });
});

describe('similarNames', () => {
  const known = ['Slice of life', 'Experimental', 'Mystery', 'Alltag', '武侠', 'ミステリー'];
  it.each([
    ['Mysteries', ['Mystery']],
    ['slice-of-life', ['Slice of life']],
    ['武侠小说', ['武侠']],
    ['Epistolary', []],
    ['!!!', []],
  ])('%s: %j', (name, like) => expect(similarNames(name, known)).toEqual(like));
  it('compares only letters to find the same name', () => {
    expect(isSameName('Slice-of-Life', 'slice of life')).toBe(true);
    expect(isSameName('Slice', 'slice of life')).toBe(false);
    expect(isSameName('!', '?')).toBe(false);
  });
});
