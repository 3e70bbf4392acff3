import { expect, it } from 'vitest';
import { withLanguage } from './with-language.ts';

it.each([
  ['/story/1', '/story/1?t=de'],
  ['/story/1?order=newest#ends', '/story/1?order=newest&t=de#ends'],
  ['//other.example/about', '/other.example/about?t=de'],
  ['/\\other.example', '/other.example?t=de'],
])('%s in German stays inside the site', (to, expected) => expect(withLanguage(to, 'de')).toBe(expected));
