import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMigrationProblems, migrationProblems } from './migration-order.ts';

describe('migrations', () => {
  const released = ['0011-roles', '0012-readers', '0014-leaving'];

  it('of the project are in order', () => expect(findMigrationProblems(join(import.meta.dirname, '..'))).toEqual([]));
  it('are only added after the released ones, with or without gaps', () =>
    expect(migrationProblems(released, [...released, '0015-a', '0019-b'])).toEqual([]));
  it.each([
    [['0013-late'], /^0013-late: needs a number after 0014-leaving/],
    [['0014-again'], /^0014-again: needs a number after 0014-leaving/],
    [['0016-a', '0016-b'], /^0016-b: another migration has this number/],
  ])('can’t be %j', (added, problem) => {
    const present = [...released, ...added].toSorted();
    expect(migrationProblems(released, present)).toContainEqual(expect.stringMatching(problem));
  });
  it('are never deleted or renamed once they are released', () =>
    expect(migrationProblems(released, ['0011-roles', '0012-reading', '0014-leaving'])).toEqual([
      '0012-readers: released, so it can’t be renamed or deleted',
      '0012-reading: needs a number after 0014-leaving, which databases already have',
    ]));
});
