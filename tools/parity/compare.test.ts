import { describe, expect, it } from 'vitest';
import { collectDifferences, type Meant } from './compare.ts';

const pageIn = (language: string, word: string) => [
  'main',
  '  h1',
  `    “${word}”`,
  '  p',
  `  a href="/x?t=${language}"`,
];

function compare(meant: readonly Meant[], places: Record<string, [before: string[], now: string[]]>) {
  const differences = collectDifferences(meant);
  for (const [place, [before, now]] of Object.entries(places))
    differences.add({ place, page: place.replace(/ in .*/, ''), before, now });
  return { found: differences.found(), unused: differences.unusedMeant(), count: differences.count() };
}
const lost = (language: string, word: string): [string[], string[]] => {
  const before = pageIn(language, word);
  return [before, before.slice(0, -1)];
};

describe('differences', () => {
  it('are none between equal pages', () => {
    const page = pageIn('en', 'Salt');
    expect(compare([], { 'GET /': [page, [...page]] })).toEqual({ found: [], unused: [], count: 1 });
  });
  it('are shown with the lines around them, once for all languages', () => {
    const { found } = compare([], { '/a in en': lost('en', 'Salt'), '/a in de': lost('de', 'Salz') });
    const text = '     “Salt”\n   p\n-  a href="/x?t=en"';
    expect(found).toEqual([{ text, places: ['/a in en', '/a in de'] }]);
  });
  it('are shown once for all pages where they are the same, and one by one within a page', () => {
    const both: [string[], string[]] = [pageIn('en', 'Salt'), ['main', '  h1', '  p']];
    const { found } = compare([], { '/a in en': lost('en', 'Salt'), '/b in en': lost('en', 'Salt'), '/c in en': both });
    expect(found.map(({ places }) => places)).toEqual([['/a in en', '/b in en'], ['/c in en']]);
    const twice = compare([], { '/a in en': [['p', 'a', 'p', 'p', 'p', 'p', 'p', 'a'], Array(6).fill('p')] });
    expect(twice.found.map(({ text }) => text)).toEqual([' p\n-a\n p\n p', ' p\n p\n-a']);
  });
  it('are the first line alone if that differs', () => {
    const { found } = compare([], {
      '/a': [
        ['status: 200', 'main', 'p'],
        ['status: 404', 'main'],
      ],
    });
    expect(found.map(({ text }) => text)).toEqual(['-status: 200\n+status: 404']);
  });
  it('may be meant, at some places', () => {
    const meant = { at: /^\/a/, line: /^-\s+a href/, reason: 'No way there any more' };
    expect(compare([meant], { '/a in en': lost('en', 'Salt') })).toEqual({ found: [], unused: [], count: 1 });
    const { found } = compare([meant], { '/a in en': lost('en', 'Salt'), '/b in en': lost('en', 'Salt') });
    expect(found.map(({ places }) => places)).toEqual([['/b in en']]);
  });
  it('may be a whole element that is meant to be gone or new', () => {
    const meant = { at: /^\/a/, lost: /^h1\n {2}“Salt”/, reason: 'No way there any more' };
    const before = pageIn('en', 'Salt');
    const page: [string[], string[]] = [before, before.toSpliced(1, 2)];
    expect(compare([meant], { '/a in en': page })).toEqual({ found: [], unused: [], count: 1 });
    expect(compare([meant], { '/b in en': page })).toMatchObject({ found: [{}], unused: [meant] });
    const added = { at: /./, added: /^h1/, reason: 'New' };
    expect(
      compare([added], {
        '/a in en': [
          ['main', '  p'],
          ['main', '  h1', '    b', '  p'],
        ],
      }).found,
    ).toEqual([]);
  });
  it('that are meant but not found are named', () => {
    const meant = { at: /./, line: /^\+/, reason: 'Something new' };
    expect(compare([meant], { '/a in en': lost('en', 'Salt') }).unused).toEqual([meant]);
  });
  it('are cut if they are long', () => {
    const many = Array.from({ length: 200 }, (_, i) => `${i} ${'x'.repeat(300)}`);
    const lines = compare([], { '/a': [['main'], ['main', ...many]] }).found[0]!.text.split('\n');
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)).toBe('… 161 more lines');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
  });
});
