import { expect, it } from 'vitest';
import { hasPicture } from './has-picture.ts';

it.each([
  ['/images/a-512.webp', true],
  ['/images/null', false],
  ['https://example.com/null.png', false],
  ['', false],
  [null, false],
  [undefined, false],
])('a picture at %j exists: %j', (src, exists) => expect(hasPicture(src)).toBe(exists));
