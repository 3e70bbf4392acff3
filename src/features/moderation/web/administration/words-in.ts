import type { SiteFindingView } from '../../contract-examination.ts';

type Words = SiteFindingView['words'];

const SIZE = /^(\d{1,4}(?:\.\d)?) ([KMGT]?B)$/;

/** Returns the words of a finding with its sizes as this language writes them: the doctor says `12.3 GB` to all. */
export function wordsIn(words: Words, tag: string): Words {
  const written = (word: string | number) => {
    const [, size, unit] = SIZE.exec(String(word)) ?? [];
    if (!size || !unit) return word;
    const fractionDigits = size.includes('.') ? 1 : 0;
    return `${Number(size).toLocaleString(tag, { minimumFractionDigits: fractionDigits })}\u00a0${unit}`;
  };
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, written(word)]));
}
