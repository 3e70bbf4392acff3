import { describe, expect, it } from 'vitest';
import { breakLines, keepLines } from './break-lines.ts';
import { charactersOf } from './card-text.ts';

/** Han, kana, Hangul and emoji are as wide as two letters. */
const widthOf = (text: string) =>
  charactersOf(text).reduce(
    (sum, c) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}、。，：「」！\p{Extended_Pictographic}]/u.test(
        c,
      )
        ? 2
        : 1),
    0,
  );
const lines = (text: string, width: number) => breakLines(text, width, widthOf);

describe('breakLines', () => {
  it.each([
    ['breaks between words', 'The ferry left on time', 10, ['The ferry', 'left on', 'time']],
    ['breaks after a dash', 'a well-known ferry—gone', 12, ['a well-known', 'ferry—gone']],
    ['divides a long word with a hyphen', 'Donaudampfschiff', 8, ['Donauda-', 'mpfschi-', 'ff']],
    ['divides what is no word without one', '1234567890', 4, ['1234', '5678', '90']],
    ['breaks Chinese between characters', '渡船准时离开了码头', 8, ['渡船准时', '离开了码', '头']],
    ['starts no line with a closing mark', '渡船准时，离开了。', 8, ['渡船准', '时，离开', '了。']],
    ['ends no line with an opening mark', '他问她：「走吗」', 10, ['他问她：', '「走吗」']],
    ['starts no Japanese line with a small kana', 'ちょっとまって', 6, ['ちょっ', 'とまっ', 'て']],
    ['breaks Korean between words only', '나룻배는 제시간에 떠났다', 14, ['나룻배는', '제시간에', '떠났다']],
    ['keeps an emoji of several parts whole', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 4, ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
    ['has no line for an empty text', '', 10, []],
  ])('%s', (_, text, width, expected) => {
    expect(lines(text, width)).toEqual(expected);
  });

  it.each([
    'The ferryman’s overcharging, of 1911',
    '渡し守が「高すぎる」と言われた、その夜。',
    '뱃사공은 너무 비싸다는 말을 들었다',
  ])('loses no character of “%s”, and has no line that is too wide', (text) => {
    for (let width = 6; width < 40; width++) {
      const broken = lines(text, width);
      expect(broken.join('').replaceAll(/[\s-]/g, '')).toBe(text.replaceAll(/[\s-]/g, ''));
      expect(Math.max(...broken.map(widthOf))).toBeLessThanOrEqual(width);
    }
  });
});

describe('keepLines', () => {
  it('keeps lines that are few enough', () => {
    expect(keepLines(['one', 'two'], 2, 10, widthOf)).toEqual(['one', 'two']);
  });

  it('ends with an ellipsis that fits, without a comma before it', () => {
    expect(keepLines(['one', 'two three,', 'four'], 2, 10, widthOf)).toEqual(['one', 'two three…']);
    expect(keepLines(['完整的一行字', '下一行'], 1, 12, widthOf)).toEqual(['完整的一行…']);
  });
});
