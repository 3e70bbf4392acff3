import { describe, expect, it } from 'vitest';
import { ageProblems, formatAges, lockedPackages, minReleaseAge } from './package-ages.ts';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'packages/own': { version: '0.1.0' },
    'node_modules/own': { link: true },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/@scope/a': { version: '1.0.0' },
    'node_modules/b/node_modules/@scope/a': { version: '1.1.0' },
    'node_modules/c/node_modules/b': { version: '2.0.0' },
    'node_modules/alias': { name: 'real', version: '3.0.0' },
  },
};
const week = { published: '2026-01-01', added: '2026-01-08' };

it('every version that comes from the registry is listed once, by its real name', () =>
  expect(lockedPackages(lock)).toEqual(['@scope/a@1.0.0', '@scope/a@1.1.0', 'b@2.0.0', 'real@3.0.0']));

it('the minimum age is that of npm', () => {
  expect(minReleaseAge('audit=false\nmin-release-age=7\n')).toBe(7);
  for (const text of ['', 'min-release-age=0', 'min-release-age=', '# min-release-age=7'])
    expect(() => minReleaseAge(text)).toThrow(/min-release-age/);
});

describe('a locked version', () => {
  it('passes if it was old enough when it was added', () =>
    expect(ageProblems(['a@1.0.0'], { 'a@1.0.0': week }, 7)).toEqual([]));
  it('is refused if it was too young, unless it says why', () => {
    const young = { published: '2026-01-02', added: '2026-01-08' };
    expect(ageProblems(['a@1.0.0'], { 'a@1.0.0': young }, 7)).toEqual([
      'a@1.0.0 was published 6 days before it was added; it must be 7. Use an earlier version.',
    ]);
    expect(ageProblems(['a@1.0.0'], { 'a@1.0.0': { ...young, because: 'fixes a vulnerability' } }, 7)).toEqual([]);
  });
  it('is refused if the list doesn’t have it, or only an earlier version', () => {
    const missing = 'a@1.0.1 is not in package-ages.json. Run `npm run packages`.';
    expect(ageProblems(['a@1.0.1'], {}, 7)).toEqual([missing]);
    expect(ageProblems(['a@1.0.1'], { 'a@1.0.0': week }, 7)).toEqual([
      missing,
      'a@1.0.0 is no longer locked. Run `npm run packages`.',
    ]);
  });
  it('is refused without dates', () =>
    expect(ageProblems(['a@1.0.0'], { 'a@1.0.0': { published: '', added: '2026-01-08' } }, 7)).toEqual([
      'a@1.0.0 has no valid dates in package-ages.json.',
    ]));
});

it('the list has a line for each version, and can be read again', () => {
  const ages = { 'b@1.0.0': week, '@s/a@1.0.0': { ...week, because: 'a “reason”' } };
  const text = formatAges(ages);
  expect(JSON.parse(text)).toEqual(ages);
  expect(text.split('\n')[1]).toBe(
    '  "@s/a@1.0.0": { "published": "2026-01-01", "added": "2026-01-08", "because": "a “reason”" },',
  );
});
