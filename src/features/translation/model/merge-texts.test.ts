import { describe, expect, it } from 'vitest';
import { mergeTexts, sayingOf, takeTheirs } from './merge-texts.ts';
import { EMPTY_TEXT, type TranslatedParagraph, type TranslationText } from './working-text.ts';

const said = (id: string, sources: string, text: string): TranslatedParagraph => ({ id, sources: [...sources], text });
const textOf = (title: string, ...paragraphs: TranslatedParagraph[]): TranslationText => ({
  ...EMPTY_TEXT,
  fields: { ...EMPTY_TEXT.fields, title },
  paragraphs,
});
const words = ({ paragraphs }: TranslationText) => paragraphs.map(({ text }) => text);

const base = textOf('Title', said('x', 'a', 'One.'), said('y', 'b', 'Two.'));

describe('merging the texts of two windows', () => {
  it('combines changes in different places', () => {
    const mine = textOf('Title', said('x', 'a', 'One, mine.'), said('y', 'b', 'Two.'));
    const theirs = textOf(
      'Their title',
      said('x', 'a', 'One.'),
      said('y', 'b', 'Two, theirs.'),
      said('z', 'c', 'Three.'),
    );
    const { text, clashes } = mergeTexts(base, mine, theirs);
    expect(clashes).toEqual([]);
    expect(text.fields.title).toBe('Their title');
    expect(words(text)).toEqual(['One, mine.', 'Two, theirs.', 'Three.']);
  });

  it('ignores white space and ids', () => {
    const mine = textOf('Title ', said('m', 'a', 'One, new.'), said('y', 'b', 'Two.'));
    const theirs = textOf('Title', said('t', 'a', 'One,  new. '), said('y', 'b', 'Two.'));
    const { text, clashes } = mergeTexts(base, mine, theirs);
    expect(clashes).toEqual([]);
    expect(words(text)).toEqual(['One, new.', 'Two.']);
  });

  it('returns a clash if both changed a row, and keeps mine until theirs is chosen', () => {
    const mine = textOf('Title', said('x', 'a', 'Mine.'), said('y', 'b', 'Two.'));
    const theirs = textOf('Title', said('x', 'a', 'Theirs.'), said('y', 'b', 'Two.'));
    const { text, clashes } = mergeTexts(base, mine, theirs);
    expect(words(text)).toEqual(['Mine.', 'Two.']);
    expect(clashes.map((clash) => [sayingOf(clash.mine), sayingOf(clash.theirs)])).toEqual([['Mine.', 'Theirs.']]);
    expect(words(takeTheirs(text, clashes[0]!, theirs))).toEqual(['Theirs.', 'Two.']);
  });

  it('also removes what was written in a place since, when theirs is chosen', () => {
    const mine = textOf('Title', said('x', 'a', 'Mine.'), said('y', 'b', 'Two.'));
    const theirs = textOf('Title', said('x', 'a', 'Theirs.'), said('y', 'b', 'Two.'));
    const { text, clashes } = mergeTexts(base, mine, theirs);
    const written = { ...text, paragraphs: text.paragraphs.toSpliced(1, 0, said('n', 'a', 'And more.')) };
    expect(words(takeTheirs(written, clashes[0]!, theirs))).toEqual(['Theirs.', 'Two.']);
  });

  it('merges left-out parts', () => {
    const theirs = { ...textOf('Title', said('x', 'a', 'One.')), leftOut: ['b'] };
    const { text, clashes } = mergeTexts(base, base, theirs);
    expect(clashes).toEqual([]);
    expect([words(text), text.leftOut]).toEqual([['One.'], ['b']]);
  });

  it('returns a clash for a field', () => {
    const { clashes } = mergeTexts(base, textOf('Mine', ...base.paragraphs), textOf('Theirs', ...base.paragraphs));
    expect(clashes).toEqual([{ field: 'title', mine: 'Mine', theirs: 'Theirs' }]);
  });
});
