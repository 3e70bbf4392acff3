import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptsFor, largestPart, resizedPart, SMALLEST_PART } from './picture-part.ts';

const side = fc.integer({ min: 20, max: 8000 });
const picture = fc.record({ width: side, height: side });
const aspect = fc.constantFrom(2 / 3, 1);

describe('the chosen part of an image', () => {
  it('is as large as the ratio allows, in the middle', () => {
    expect(largestPart({ width: 3000, height: 2000 }, 2 / 3)).toEqual({
      x: expect.closeTo(27.78, 2),
      y: 0,
      width: expect.closeTo(44.44, 2),
      height: 100,
    });
    expect(largestPart({ width: 400, height: 600 }, 2 / 3)).toEqual({ x: 0, y: 0, width: 100, height: 100 });
  });

  it('keeps its ratio and stays inside at any size and position', () => {
    fc.assert(
      fc.property(
        picture,
        aspect,
        fc.integer({ min: 0, max: 120 }),
        fc.nat(100),
        fc.nat(100),
        (size, ratio, n, x, y) => {
          const largest = largestPart(size, ratio);
          const moved = { ...largest, x: (x / 100) * (100 - largest.width), y: (y / 100) * (100 - largest.height) };
          const part = resizedPart(moved, n, largest);
          expect(((part.width / 100) * size.width) / ((part.height / 100) * size.height)).toBeCloseTo(ratio, 6);
          expect(Math.min(part.x, part.y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(part.x + part.width, part.y + part.height)).toBeLessThanOrEqual(100 + 1e-9);
          expect(part.width / largest.width).toBeGreaterThanOrEqual(SMALLEST_PART / 100 - 1e-9);
        },
      ),
    );
  });
});

describe('the attempts to make it small', () => {
  const shape = { width: 800, height: 1200 };
  it('start with the best quality that fits, and only go down', () => {
    const attempts = attemptsFor({ width: 2000, height: 3000 }, shape);
    expect(attempts[0]).toEqual({ width: 800, height: 1200, quality: 0.86 });
    for (const [i, attempt] of attempts.entries()) {
      const before = attempts[i - 1];
      if (before) expect(attempt.width < before.width || attempt.quality < before.quality).toBe(true);
    }
    expect(attempts.length).toBeLessThan(50);
  });

  it('leave small images as large as they are, and tiny ones no smaller than the server accepts', () => {
    expect(attemptsFor({ width: 300, height: 450 }, shape)[0]).toMatchObject({ width: 300, height: 450 });
    fc.assert(
      fc.property(picture, (size) => {
        for (const { width, height } of attemptsFor(size, shape))
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(64);
      }),
    );
  });
});
