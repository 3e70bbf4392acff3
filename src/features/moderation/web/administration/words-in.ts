import type { SiteFindingView } from '../../contract-examination.ts';

type Words = SiteFindingView['words'];

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function sizeIn(bytes: number, tag: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const digits = power > 2 ? 1 : 0;
  const fractionDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(tag, { style: 'unit', unit: UNITS[power], ...fractionDigits })
    .format(bytes / 1000 ** power)
    .replace(/\s/, '\u00a0');
}

/** Returns the words of a finding with its sizes as this language writes them. */
export function wordsIn(words: Words, tag: string): Readonly<Record<string, string | number>> {
  const written = Object.entries(words).map(([name, word]) => [
    name,
    typeof word === 'object' ? sizeIn(word.bytes, tag) : word,
  ]);
  return Object.fromEntries(written);
}
