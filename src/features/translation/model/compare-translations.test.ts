import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ReviewTask } from '../contract-views.ts';
import { compareTranslations } from './compare-translations.ts';
import type { SourcePart } from './source-parts.ts';
import type { TranslationText } from './working-text.ts';

type Input = Parameters<typeof compareTranslations>[0];

const part = (key: string, text = key): SourcePart => ({ key, kind: 'paragraph', text });
/** Paragraphs as `id<sources=text`. */
const text = (...given: string[]): TranslationText => ({
  fields: { title: '', summary: '', choice: '' },
  leftOut: [],
  paragraphs: given.map((entry) => {
    const [named, words] = entry.split('=') as [string, string];
    const [id, sources] = named.split('<') as [string, string?];
    return { id, sources: sources?.split(',') ?? [], text: words };
  }),
});
/** Rows as `state source(source before) text(text before)`. */
const rows = (input: Input) => {
  const found = compareTranslations(input);
  expect(z.safeParse(ReviewTask.shape.rows, found).success).toBe(true);
  return found.map(
    ({ state, source, sourceBefore, text: now, before }) =>
      `${state} ${source ?? '-'}${sourceBefore === null ? '' : `(${sourceBefore})`} ${now ?? '-'}(${before ?? '-'})`,
  );
};
const previous = (known: Record<string, string>, ...given: string[]) => ({ text: text(...given), known });

describe('the rows of a review', () => {
  it('have the state `first` if nothing is published', () => {
    const parts = [part('a'), part('b'), part('c')];
    expect(rows({ parts, text: text('x<a=A', 'n=N', 'y<b=B'), previous: null })).toEqual([
      'first a A(-)',
      'first - N(-)',
      'first b B(-)',
      'first c -(-)',
    ]);
  });

  it('compare with the published translation, paragraph by paragraph', () => {
    const parts = ['same', 'changed', 'added', 'removed', 'open'].map((key) => part(key));
    const known = Object.fromEntries(parts.map(({ key }) => [key, key]));
    expect(
      rows({
        parts,
        text: text('x<same=1', 'y<changed=2', 'z<added=3'),
        previous: previous(known, 'x<same=1', 'y<changed=II', 'r<removed=4'),
      }),
    ).toEqual([
      'same same 1(1)',
      'changed changed 2(II)',
      'added added 3(-)',
      'removed removed -(4)',
      'same open -(-)',
    ]);
  });

  it('contain what the original said then', () => {
    const parts = [part('a', 'new'), part('b'), part('c')];
    expect(
      rows({
        parts,
        text: text('x<a=A', 'y<b=B', 'z<c=C'),
        previous: previous({ a: 'old', b: 'b' }, 'x<a=A', 'y<b=b'),
      }),
    ).toEqual(['same new(old) A(A)', 'changed b B(b)', 'added c C(-)']);
  });

  it('show parts that were removed from the original or added to it', () => {
    const parts = [part('a'), part('c')];
    expect(rows({ parts, text: text('x<a=A'), previous: previous({ a: 'a', b: 'b' }, 'x<a=A', 'y<b=B') })).toEqual([
      'same a A(A)',
      'removed -(b) -(B)',
      'added c -(-)',
    ]);
  });

  it('group paragraphs that were joined or split in either version', () => {
    const parts = [part('a'), part('b'), part('c')];
    const known = { a: 'a', b: 'b', c: 'c' };
    expect(
      rows({ parts, text: text('x<a=A', 'y<b=B', 'z<c=C'), previous: previous(known, 'x<a,b=AB', 'z<c=C') }),
    ).toEqual(['changed a\n\nb A\n\nB(AB)', 'same c C(C)']);
  });

  it('show that one of several source parts no longer exists', () => {
    const parts = [part('a')];
    expect(rows({ parts, text: text('x<a=A'), previous: previous({ a: 'a', b: 'b' }, 'x<a,b=AB') })).toEqual([
      'changed a(a\n\nb) A(AB)',
    ]);
  });

  it('show the paragraphs that each version adds, in place', () => {
    const parts = [part('a'), part('b')];
    const known = { a: 'a', b: 'b' };
    expect(
      rows({
        parts,
        text: text('x<a=A', 'n=N', 'y<b=B', 'o=O'),
        previous: previous(known, 'p=P', 'x<a=A', 'n=M', 'y<b=B'),
      }),
    ).toEqual(['removed - -(P)', 'same a A(A)', 'changed - N(M)', 'same b B(B)', 'added - O(-)']);
  });

  it('start with the fields', () => {
    const parts: SourcePart[] = [
      { key: '@title', kind: 'title', text: 'T' },
      { key: '@summary', kind: 'summary', text: 'S' },
      part('a'),
    ];
    const now = { ...text('x<a=A'), fields: { title: 'Titel', summary: 'Neu', choice: '' } };
    const old = { ...text('x<a=A'), fields: { title: 'Titel', summary: 'Alt', choice: 'Wahl' } };
    const known = { '@title': 'T', '@summary': 's', '@choice': 'C', a: 'a' };
    expect(rows({ parts, text: now, previous: { text: old, known } })).toEqual([
      'same T Titel(Titel)',
      'changed S(s) Neu(Alt)',
      'removed -(C) -(Wahl)',
      'same a A(A)',
    ]);
    expect(compareTranslations({ parts, text: now, previous: null }).map(({ kind }) => kind)).toEqual([
      'title',
      'summary',
      'paragraph',
    ]);
  });
});
