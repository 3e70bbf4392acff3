import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignments } from './alignment.ts';

const naming = (entry: string) => {
  const [id, sources] = entry.split('<') as [string, string?];
  return { id, sources: sources?.split(',') ?? [] };
};
/** Rows as `sources|targets`. */
const rows = (source: string, ...translations: string[][]) =>
  alignments([...source], ...translations.map((given) => given.map(naming))).map(
    ({ sources, targets }) => `${sources.join('')}|${targets.map(({ id }) => id).join('')}`,
  );

describe('grouping paragraphs', () => {
  it.each<[string, string, string[][], string[]]>([
    ['nothing', '', [], []],
    ['pairs', 'abc', [['x<a', 'y<b', 'z<c']], ['a|x', 'b|y', 'c|z']],
    ['several parts that one paragraph translates', 'abc', [['x<a,b', 'y<c']], ['ab|x', 'c|y']],
    ['several paragraphs that translate one part', 'ab', [['x<a', 'y<a', 'z<b']], ['a|xy', 'b|z']],
    ['chains of both', 'abcd', [['x<a,b', 'y<b,c', 'z<d']], ['abc|xy', 'd|z']],
    ['parts that are apart in the source', 'abc', [['x<c,a', 'y<b']], ['ac|x', 'b|y']],
    ['paragraphs in another order', 'ab', [['x<b', 'y<a']], ['a|y', 'b|x']],
    ['a left-out part', 'abc', [['x<a', 'y<c']], ['a|x', 'b|', 'c|y']],
    ['added paragraphs', 'ab', [['n', 'x<a', 'o', 'q', 'y<b']], ['|n', 'a|x', '|o', '|q', 'b|y']],
    ['a paragraph whose source no longer exists', 'a', [['x<a', 'y<z']], ['a|x', '|y']],
    ['two translations', 'ab', [['x<a', 'y<b'], ['u<a,b']], ['ab|xyu']],
    [
      'an addition that both have',
      'ab',
      [
        ['x<a', 'n', 'y<b'],
        ['u<a', 'v<b', 'n'],
      ],
      ['a|xu', '|nn', 'b|yv'],
    ],
  ])('groups %s', (_, source, translations, expected) => expect(rows(source, ...translations)).toEqual(expected));

  it('contains everything once, in the order of each text', () => {
    const names = fc.array(fc.array(fc.nat({ max: 12 }), { maxLength: 4 }), { maxLength: 15 });
    fc.assert(
      fc.property(fc.nat({ max: 10 }), names, (count, given) => {
        const source = Array.from({ length: count }, (_, i) => `${i}`);
        const translation = given.map((sources, i) => ({ id: `t${i}`, sources: sources.map(String) }));
        const kin = alignments(source, translation);
        const found = kin.flatMap(({ sources }) => sources).sort((a, b) => Number(a) - Number(b));
        expect(found).toEqual(source);
        expect(
          kin
            .flatMap(({ targets }) => targets)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(translation.map(({ id }) => id).sort());
        for (const { sources, targets } of kin) {
          expect(sources).toEqual([...sources].sort((a, b) => Number(a) - Number(b)));
          const places = targets.map(({ id }) => Number(id.slice(1)));
          expect(places).toEqual([...places].sort((a, b) => a - b));
        }
      }),
    );
  });
});
