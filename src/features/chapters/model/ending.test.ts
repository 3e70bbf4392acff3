import { expect, it } from 'vitest';
import { documentFromPlain, EMPTY_DOCUMENT } from './document.ts';
import { endingOf } from './ending.ts';

it('the ending is the last paragraphs, also of a short text', () => {
  expect(endingOf(documentFromPlain('One.\n\nTwo.\n\nThree.\n\nFour.'))).toEqual(['Two.', 'Three.', 'Four.']);
  expect(endingOf(documentFromPlain('One.'))).toEqual(['One.']);
  expect(endingOf(EMPTY_DOCUMENT)).toEqual(['']);
});
