import { expect, it } from 'vitest';
import { RULES } from './restriction.ts';

it('what can be reported are the six reasons of the spec', () => {
  expect(RULES).toEqual(['pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other']);
});
