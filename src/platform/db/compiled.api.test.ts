import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sentStatements } from '#testing/statements.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { compiledOnce } from './compiled.ts';
import { inTransaction } from './database.ts';

const app = setUpTestApp();

it('builds a statement once and sends it with the values of each run', async () => {
  let built = 0;
  const addPoints = compiledOnce<{ key: string; points: number; most: number | null }>()((db, param) => {
    built += 1;
    return db
      .insertInto('rate_limits')
      .values({ key: param('key'), points: param('points') })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          points: sql<number>`least(${eb.ref('rate_limits.points')} + ${param('points')}, ${param('most')}::integer, ${1000})`,
        })),
      )
      .returning(['key', 'points'])
      .compile();
  });
  const { db } = app.database;
  expect(await addPoints(db, { key: 'a', points: 3, most: null })).toEqual([{ key: 'a', points: 3 }]);
  expect(await addPoints(db, { most: 5, points: 4, key: 'a' })).toEqual([{ key: 'a', points: 5 }]);
  const inside = () =>
    inTransaction({ db }, async (inner) => {
      expect(await addPoints(inner.db, { key: 'b', points: 5000, most: null })).toEqual([{ key: 'b', points: 5000 }]);
      throw new Error('no');
    });
  await expect(inside()).rejects.toThrow('no');
  expect(await addPoints(db, { key: 'b', points: 1, most: null })).toEqual([{ key: 'b', points: 1 }]);
  expect(await addPoints(db, { key: 'b', points: 2000, most: null })).toEqual([{ key: 'b', points: 1000 }]);
  expect(built).toBe(1);
  const sent = await sentStatements(() => addPoints(db, { key: 'c', points: 1, most: 7 }));
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toContain('[object');
});
