import { expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { describeWait } from './waited.tsx';

it.each([
  [-5000, '0m'],
  [47 * MINUTE, '47m'],
  [HOUR - 1, '59m'],
  [6 * HOUR + 59 * MINUTE, '6h'],
  [DAY, '1d'],
  [40 * DAY, '40d'],
])('a wait of %i ms is shown as %s', (length, shown) => expect(describeWait(length, 'en')).toBe(shown));

it('is written in the form of each language', () => {
  expect(describeWait(6 * HOUR, 'de')).toMatch(/^6\s?h/);
  expect(describeWait(6 * HOUR, 'ja')).toMatch(/^6(h|時間)$/);
});
