import { expect, test } from 'vitest';
import { wordsIn } from './words-in.ts';

test('sizes in findings are written as in the language of the page, and all else stays', () => {
  const rest = { place: '24.8 GB', version: '18.4', rows: 12 };
  const words = { free: { bytes: 24.8e9 }, size: { bytes: 25e9 }, needed: { bytes: 310e6 }, ...rest };
  expect(wordsIn(words, 'de-DE')).toEqual({
    free: '24,8\u00a0GB',
    size: '25,0\u00a0GB',
    needed: '310\u00a0MB',
    ...rest,
  });
  expect(wordsIn(words, 'fr-FR')).toMatchObject({ free: '24,8\u00a0Go', needed: '310\u00a0Mo' });
  expect(wordsIn(words, 'zh-CN')).toMatchObject({ free: '24.8\u00a0GB' });
});
