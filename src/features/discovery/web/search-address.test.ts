import { expect, it } from 'vitest';
import { activeFilters } from './search-address.ts';

it('makes each language of the URL one filter, even if it is there twice, and ignores others', () => {
  expect(activeFilters({ q: 'salt', language: 'de,xx,en,de', cursor: 'x' })).toEqual([
    { name: 'language', value: 'de', isLast: false, rest: { q: 'salt', language: 'en' } },
    { name: 'language', value: 'en', isLast: false, rest: { q: 'salt', language: 'de' } },
  ]);
  expect(activeFilters({ language: 'de,de', mode: 'solo' })).toContainEqual({
    name: 'language',
    value: 'de',
    isLast: true,
    rest: { mode: 'solo' },
  });
});
