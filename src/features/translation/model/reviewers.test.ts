import { expect, it } from 'vitest';
import { hasEarnedReviewing, type TranslatorRecord } from './reviewers.ts';

const yes = 'approved';
const no = 'rejected';

it.each<[string, number, TranslatorRecord['recent'], boolean]>([
  ['has translated nothing', 0, [], false],
  ['has four', 4, [yes, yes, yes], false],
  ['has five', 5, [yes, yes, yes], true],
  ['has many', 40, [yes, yes, yes], true],
  ['had five before the last was rejected', 5, [no, yes, yes], false],
  ['had one rejected before the last two', 5, [yes, yes, no], false],
  ['had one rejected before the last three', 5, [yes, yes, yes, no], true],
  ['had only rejections', 0, [no, no, no], false],
])('decides about a member who %s', (_, approved, recent, expected) =>
  expect(hasEarnedReviewing({ approved, recent })).toBe(expected),
);
