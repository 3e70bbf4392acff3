import { expect, test } from 'vitest';
import { wordsIn } from './words-in.ts';

test('sizes in findings are written as in the language of the page, and all else stays', () => {
  const words = { free: '24.8 GB', size: '25.0 GB', needed: '310 MB', place: 'DATA_DIR', version: '18.4', rows: 12 };
  expect(wordsIn(words, 'de-DE')).toEqual({
    ...words,
    free: '24,8\u00a0GB',
    size: '25,0\u00a0GB',
    needed: '310\u00a0MB',
  });
  expect(wordsIn(words, 'zh-CN')).toMatchObject({ free: '24.8\u00a0GB' });
});
