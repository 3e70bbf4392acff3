/** Returns the grid lines for a scale up to `most`: one or two round numbers below it. */
export function roundLines(most: number): number[] {
  const half = most / 2;
  const power = 10 ** Math.floor(Math.log10(Math.max(half, 1)));
  const step = [5, 2, 1].map((factor) => factor * power).find((value) => value <= half) ?? 1;
  return [step, 2 * step].filter((value) => value <= most);
}

/** Formats a coordinate as a percentage, so that the chart scales with its container while its text keeps its size. */
export const share = (value: number) => `${Math.round(value * 100) / 100}%`;
