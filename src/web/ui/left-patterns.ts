import type { Translate } from '#core/messages.ts';

/** Numbers of a unit that differ in their words: none, one, and several. */
const NUMBERS = [0, 1, 2];

/**
 * Returns the sentences of `times.left` for all countdowns, with `#` for their numbers, as JSON for `describeLeft`. The
 * key has a digit for each unit: `210` is the one for some days and one hour.
 */
export function leftPatterns(t: Translate): string {
  const patterns: Record<string, string> = {};
  for (const days of NUMBERS)
    for (const hours of NUMBERS)
      for (const minutes of days > 0 ? [0] : NUMBERS) {
        if (days + hours + minutes === 0) continue;
        const said = t('times.left', { days, hours, minutes });
        patterns[`${days}${hours}${minutes}`] = said.replace(/[12]/g, '#');
      }
  return JSON.stringify(patterns);
}
