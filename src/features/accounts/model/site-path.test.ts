import { expect, it } from 'vitest';
import { sitePath } from './site-path.ts';

it.each(['/', '/story/1', '/voting/12?entry=3#vote', '/search_result?q=%E5%85%94', '/user/ann?t=de'])(
  'keeps the path %s',
  (path) => expect(sitePath(path)).toBe(path),
);

it.each([
  undefined,
  null,
  ['/story/1'],
  '',
  'story/1',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  '///evil.example',
  '//site.invalid:80:80/',
  'data:text/html,x',
  'http:evil.example',
  '/\r//evil.example',
  `/${'x'.repeat(500)}`,
  `/search_result?q=${'兔'.repeat(100)}`,
])('replaces %j with the home page', (path) => expect(sitePath(path)).toBe('/'));
