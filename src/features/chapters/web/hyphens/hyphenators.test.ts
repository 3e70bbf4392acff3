import { expect, it } from 'vitest';
import { loadHyphenators } from './hyphenators.ts';

const shown = (text: string) => text.replaceAll('\u00ad', '|');
const all = await loadHyphenators(['en', 'de', 'fr', 'es', 'pt', 'zh', 'ja', 'ko']);

it.each([
  ['en', 'An incomprehensible misunderstanding.', 'An in|com|pre|hen|si|ble mis|un|der|stand|ing.'],
  ['de', 'Die Donaudampfschifffahrt fährt.', 'Die Do|nau|dampf|schiff|fahrt fährt.'],
  ['fr', 'une incompréhension', 'une in|com|pré|hen|sion'],
  ['es', 'extraordinariamente', 'ex|tra|or|di|na|ria|men|te'],
  ['pt', 'extraordinariamente', 'ex|tra|or|di|na|ri|a|men|te'],
] as const)('adds soft hyphens to long words in %s', (language, text, expected) => {
  expect(shown(all.get(language)!(text))).toBe(expected);
});

it('leaves words of up to 12 letters, addresses and handles', () => {
  const hyphenate = all.get('en')!;
  for (const text of ['understanded', 'https://misunderstandings.example', '@misunderstandings', 'misunderstanding_1'])
    expect(hyphenate(text)).toBe(text);
});

it('leaves texts whose author has written soft hyphens', () => {
  const text = 'mis\u00adunderstandings, incomprehensible';
  expect(all.get('en')!(text)).toBe(text);
});

it('has none for languages that don’t hyphenate', () => {
  expect([...all.keys()].sort()).toEqual(['de', 'en', 'es', 'fr', 'pt']);
});

it('leaves what is too long for a word, which would take quadratic time', () => {
  const text = 'abcdefghijklm'.repeat(2000);
  expect(all.get('en')!(text)).toBe(text);
});
