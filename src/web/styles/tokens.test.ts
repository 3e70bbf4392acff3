import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colors of a token in light and dark mode, in the rule that starts with `selector`. */
function colors(selector: string, token: string): readonly [light: string, dark: string] {
  const rule = css.slice(css.indexOf(selector)).split('}')[0]!;
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(rule) ?? [];
  if (!light || !dark) throw new Error(`${selector} has no ${token}`);
  return [light, dark];
}

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

// Size, line spacing and font don’t change colors, so these are all combinations of the reader settings.
describe.each(['default', 'paper', 'care'])('text on the background %s', (name) => {
  const of = (token: string) => colors(`[data-reader-bg="${name}"]`, `reader-${token}`);
  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('has a contrast of at least 7:1 in %s mode, and what is beside it 4.5:1', (_, mode) => {
    const ground = of('ground')[mode];
    expect(contrast(of('ink')[mode], ground)).toBeGreaterThanOrEqual(7);
    expect(contrast(of('soft')[mode], ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors(':root', 'accent')[mode], ground)).toBeGreaterThanOrEqual(4.5);
  });
});

it('the text of the next chapter’s button has a contrast of at least 7:1', () => {
  for (const mode of [0, 1] as const)
    expect(contrast(colors(':root', 'on-accent')[mode], colors(':root', 'accent')[mode])).toBeGreaterThanOrEqual(7);
});
