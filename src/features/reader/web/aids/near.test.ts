import { expect, it } from 'vitest';
import { fillIn, fits } from './near.ts';

const data = {
  current: { user: { username: 'lucia' }, phase: 'writing', deadline: null },
  queue: [{ username: 'ana' }, { username: 'bo' }],
  skipped: [],
};

it('meets conditions by the data', () => {
  const conditions = ['current', 'current.phase=writing', 'queue', '!skipped', '!current.deadline'];
  expect(conditions.filter((condition) => fits(data, condition))).toEqual(conditions);
  for (const condition of ['!current', 'current.phase=review', 'skipped', 'current.deadline', 'missing.at.all'])
    expect(fits(data, condition), condition).toBe(false);
});

it('fills in values once, and joins lists with the separator of the language', () => {
  expect(fillIn('{current.user.username} is writing', data, 'en')).toBe('lucia is writing');
  expect(fillIn('Next: {queue.username}', data, 'en')).toBe('Next: ana, bo');
  expect(fillIn('{queue.username}', data, 'zh-Hans')).toBe('ana、bo');
  expect(fillIn('{name}', { name: '{queue.username}' }, 'en')).toBe('{queue.username}');
});
