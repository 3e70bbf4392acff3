import { expect, it } from 'vitest';
import { fillIn, fits } from './near.ts';

const data = {
  current: { user: { id: '7', username: 'lucia' }, phase: 'writing', deadline: null },
  queue: [{ username: 'ana' }, { username: 'bo' }],
  skipped: [],
};

it('meets conditions by the data', () => {
  const conditions = ['current', 'current.phase=writing', 'queue', '!skipped', '!current.deadline'];
  expect(conditions.filter((condition) => fits(data, condition))).toEqual(conditions);
  for (const condition of ['!current', 'current.phase=review', 'skipped', 'current.deadline', 'missing.at.all'])
    expect(fits(data, condition), condition).toBe(false);
});

it('tells the signed-in member from others', () => {
  const yours = ['current.user.id={me}', '!current.user.id={me}'];
  expect(yours.map((condition) => fits(data, condition, '7'))).toEqual([true, false]);
  expect(yours.map((condition) => fits(data, condition, '8'))).toEqual([false, true]);
  expect(yours.map((condition) => fits(data, condition))).toEqual([false, true]);
});

it('fills in values once, and joins lists with the separator of the language', () => {
  expect(fillIn('{current.user.username} is writing', data, 'en')).toBe('lucia is writing');
  expect(fillIn('Next: {queue.username}', data, 'en')).toBe('Next: ana, bo');
  expect(fillIn('{queue.username}', data, 'zh-Hans')).toBe('ana、bo');
  expect(fillIn('{name}', { name: '{queue.username}' }, 'en')).toBe('{queue.username}');
});
