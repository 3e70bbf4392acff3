import { describe, expect, it } from 'vitest';
import { isCutByReset } from './connections.ts';

const [first, second, third] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day))) as [Date, Date, Date];

describe('a reset of the password', () => {
  const account = { hasPassword: true, passwordChangedAt: second, joinedAt: first };
  it.each([
    ['cuts what was connected since the last change', account, third, true],
    ['asks about what was connected before it', account, first, false],
    ['asks about what was connected at an unknown time', account, null, false],
    ['takes the sign-up as the first password', { ...account, passwordChangedAt: null }, second, true],
    ['asks if there was never a password', { ...account, hasPassword: false, passwordChangedAt: null }, second, false],
  ])('%s', (_does, of, connectedAt, isCut) => expect(isCutByReset(of, connectedAt)).toBe(isCut));
});
