import { expect, it } from 'vitest';
import { RULES } from './restriction.ts';

it('the report reasons are the six of the spec', () => {
  expect(RULES).toEqual(['pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other']);
});
