import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceFrom } from '#features/stories/model/cover/cover-chance.ts';
import { layOutCover } from '#features/stories/model/cover/cover-layout.ts';

const linesOf = (title: string, lang: string) => layOutCover(title, lang, () => 0.9).lines;

describe('layOutCover', () => {
  test('sets short Chinese and Japanese titles upright, in two columns from 11 characters on', () => {
    expect(linesOf('雨水账本', 'zh')).toEqual([{ text: '雨水账本', x: 331, y: 44, size: 66, upright: true }]);
    expect(linesOf('猫町郵便局、本日も不在', 'ja').map((line) => line.text)).toEqual(['猫町郵便局、', '本日も不在']);
    expect(linesOf('我们在渡口交换了旧的姓氏', 'zh').map((line) => line.text)).toEqual([
      '我们在渡口交',
      '换了旧的姓氏',
    ]);
  });

  test.each([
    ['Korean', '막차를', 'ko'],
    ['mixed scripts', '我的iPhone', 'zh'],
    ['more than 20 characters', '雨'.repeat(21), 'zh'],
  ])('sets horizontally: %s', (_name, title, lang) => {
    expect(linesOf(title, lang).every((line) => !line.upright)).toBe(true);
  });

  test('sets a short title at the bottom in some cases', () => {
    expect(layOutCover('Salt Tax', 'en', () => 0.3).box.y).toBe(42);
    expect(layOutCover('Salt Tax', 'en', () => 0.4).box.y).toBeGreaterThan(100);
    const long = 'A Short History of the Flood, by the People Who Slept Through It and Woke Up';
    expect(layOutCover(long, 'en', () => 0.3).box.y).toBeGreaterThan(100);
  });

  test('leaves space for the threads next to every title of up to 80 characters', () => {
    const titles = fc.string({ unit: fc.constantFrom(...'aeM雨か한 、'), maxLength: 80 });
    fc.assert(
      fc.property(titles, fc.constantFrom('en', 'zh', 'ja'), (title, lang) => {
        const { lines, box } = layOutCover(title, lang, chanceFrom(title));
        expect(box.width).toBeGreaterThan(60);
        expect(box.height).toBeGreaterThan(60);
        for (const { x, y } of lines) {
          expect(x).toBeGreaterThan(0);
          expect(y).toBeLessThan(520);
        }
      }),
    );
  });
});
