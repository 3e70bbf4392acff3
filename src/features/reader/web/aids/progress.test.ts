import { expect, it } from 'vitest';
import { describeProgress, shareRead } from './progress.ts';

it('measures how far a text is read', () => {
  expect(shareRead({ top: 300, height: 5000 }, 800)).toBe(0);
  expect(shareRead({ top: -2100, height: 5000 }, 800)).toBe(0.5);
  expect(shareRead({ top: -4300, height: 5000 }, 800)).toBe(1);
  expect(shareRead({ top: 100, height: 400 }, 800)).toBe(1);
});

it('describes the remaining minutes, and none at the end', () => {
  expect(describeProgress(0.4, 10, '{time} left', 'en')).toBe('40% · 6 min left');
  expect(describeProgress(0.95, 10, 'noch {time}', 'de').replace(/\s/g, ' ')).toBe('95 % · noch 1 Min.');
  expect(describeProgress(0.4, 10, '残り{time}', 'ja')).toBe('40% · 残り6分');
  expect(describeProgress(1, 10, '{time} left', 'en')).toBe('100%');
});
