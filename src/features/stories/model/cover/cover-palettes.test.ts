import { describe, expect, test } from 'vitest';
import { MODES, WRITING_MODES } from '#features/modes.ts';
import { chanceFrom } from '#features/stories/model/cover/cover-chance.ts';
import { choosePalette } from '#features/stories/model/cover/cover-palettes.ts';

const titles = Array.from({ length: 500 }, (_, i) => `Story ${i}`);

describe.each(WRITING_MODES)('choosePalette for %s', (mode) => {
  const all = titles.map((title) =>
    choosePalette({ title, mode, author: 'A', lang: 'en' }, MODES[mode].dye, chanceFrom(title)),
  );

  test('uses all cloths except the one of its own color about equally often', () => {
    const counts = Map.groupBy(all, (palette) => palette.cloth);
    expect(counts.size).toBe(13);
    for (const palette of counts.values()) expect(palette.length).toBeGreaterThan(500 / 13 / 2);
  });

  test('puts the color of the mode first and the seven others after it', () => {
    expect(new Set(all.map((palette) => palette.yarns[0])).size).toBe(2);
    expect(all.every((palette) => new Set(palette.yarns).size === 8)).toBe(true);
  });

  test('uses ink with a contrast of at least 7.5:1', () => {
    for (const { ink, cloth } of all) expect(contrast(ink, cloth)).toBeGreaterThanOrEqual(7.5);
  });
});

/** Contrast of two colors by WCAG 2. */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((i) => {
    const value = Number.parseInt(color.slice(i, i + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
