import { expect, it } from 'vitest';
import { outcomeOf, patternOf, readJourneys } from './run-tests.ts';

const test = (name: string, status: 'passed' | 'failed' | 'skipped' = 'passed', file = 'a.test.ts') => ({
  file,
  name,
  isPassed: status === 'passed',
  isSkipped: status === 'skipped',
});
const named = (...names: string[]) => [{ file: 'a.test.ts', names }];

it('counts the named tests that passed, and names those that failed', () => {
  const ran = [
    test('a vote counts'),
    test('a vote is lost', 'failed'),
    test('another'),
    test('a vote', 'failed', 'b.test.ts'),
  ];
  expect(outcomeOf(named('a vote'), ran)).toEqual({ passed: 1, failures: ['a.test.ts > a vote is lost'] });
  expect(outcomeOf(named(), ran)).toEqual({ passed: 2, failures: ['a.test.ts > a vote is lost'] });
});

it('reports a test that was not run, and one that was skipped unless it may be', () => {
  const missing = { passed: 0, failures: ['not run: a.test.ts > a vote'] };
  expect(outcomeOf(named('a vote'), [test('another')], true)).toEqual(missing);
  expect(outcomeOf(named('a vote'), [test('a vote', 'skipped')])).toEqual(missing);
  expect(outcomeOf(named('a vote'), [test('a vote', 'skipped')], true)).toEqual({ passed: 0, failures: [] });
});

it('counts journeys for the file that runs them, not for the one that defines them', () => {
  const specs = [{ file: '../kit/walks.ts', title: 'visitors', ok: true, tests: [{ status: 'expected' }] }];
  const suites = [{ file: 'a.spec.ts', specs: [], suites: [{ file: '../kit/walks.ts', specs }] }];
  expect(readJourneys({ suites })).toEqual([test('visitors', 'passed', 'e2e/journeys/a.spec.ts')]);
});

it('finds names as they are written in a file', () => {
  const matches = (name: string, title: string) => new RegExp(patternOf(name)).test(title);
  expect(matches('%s → %j', 'a → "b"')).toBe(true);
  expect(matches('1,000 (round %i)', '1,000 (round 3)')).toBe(true);
  expect(matches('a.b', 'acb')).toBe(false);
});
