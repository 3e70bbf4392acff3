import { expect, it } from 'vitest';
import { webAddress } from './links.ts';

it.each([
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  [' http://example.org ', 'http://example.org'],
  ['example.org/path', 'https://example.org/path'],
  ['https://localhost/x', 'https://localhost/x'],
  ['word', null],
  ['two words.org', null],
  ['javascript:alert(1)', null],
  ['JavaScript:alert(1)//example.org', null],
  ['data:text/html,x', null],
  ['mailto:a@example.org', null],
  [`https://example.org/${'x'.repeat(500)}`, null],
  ['https://example.org/\u0000', null],
  ['', null],
])('%s', (given, address) => expect(webAddress(given)).toBe(address));
