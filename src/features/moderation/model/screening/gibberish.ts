import { type Finding, findingOf } from './findings.ts';

const SHORTEST = 200;
const REPEATED_SHARE = 0.35;
const LONGEST_RUN = 25;
/** Natural text of this length always has at least this many distinct letters. */
const FEWEST_LETTERS = 12;

/**
 * Finds random keystrokes, letters that form no words, and repeated lines. Verse and refrains repeat too, so the limits
 * are generous.
 */
export function findGibberish(field: string, text: string): Finding[] {
  if (field !== 'content') return [];
  const run = new RegExp(`(.)\\1{${LONGEST_RUN},}`, 'u').exec(text.replace(/[\s.…·*=_~—–-]+/gu, ' '));
  const findings = run ? findingOf('gibberish', field, [run[0]]) : [];
  findings.push(...findFilling(field, text));
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length < SHORTEST) return findings;
  if (new Set(letters.map((letter) => letter.toLowerCase())).size < FEWEST_LETTERS)
    findings.push(...findingOf('gibberish', field, [text.slice(0, 80)]));
  findings.push(...findUnreadable(field, text), ...findRepetition(field, text));
  return findings;
}

/**
 * Finds unpronounceable words. Only in scripts with spaces, in which words without vowels and very long words are rare.
 */
function findUnreadable(field: string, text: string): Finding[] {
  const words = text.match(/\p{Script=Latin}{4,}/gu) ?? [];
  if (words.length < 40) return [];
  const odd = words.filter(
    (word) =>
      word.length > 32 ||
      !/[aeiouyáéíóúàèìòùâêîôûäëïöüãõåæœøı]/iu.test(word) ||
      /[bcdfghjklmnpqrstvwxz]{7,}/iu.test(word),
  );
  return odd.length / words.length > 0.15 ? findingOf('gibberish', field, odd) : [];
}

/** Length of the stretches that `findFilling` looks at, in UTF-16 units. */
const STRETCH = 1000;
const NGRAM = 8;
/** Share of different n-grams. Natural text hardly ever has less than half of them. */
const FEWEST_NGRAMS = 0.15;

/** Finds stretches that repeat the same few characters, whatever they are: signs, digits, letters. */
function findFilling(field: string, text: string): Finding[] {
  const last = text.length - STRETCH;
  if (last < 0) return [];
  for (let start = 0; start < text.length; start += STRETCH) {
    // The last stretch ends with the text.
    const from = Math.min(start, last);
    const different = new Set<string>();
    for (let i = from; i < from + STRETCH; i += 1) different.add(text.slice(i, i + NGRAM));
    if (different.size < STRETCH * FEWEST_NGRAMS) return findingOf('repetition', field, [text.slice(from, from + 80)]);
  }
  return [];
}

/** Finds repeated sentences, by the share of the text that repeats earlier parts. */
function findRepetition(field: string, text: string): Finding[] {
  const sentences = text
    .split(/(?<=[.!?。！？…])\s*|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => [...sentence].length >= 12);
  const seen = new Map<string, number>();
  let repeated = 0;
  let all = 0;
  for (const sentence of sentences) {
    const times = seen.get(sentence) ?? 0;
    seen.set(sentence, times + 1);
    all += sentence.length;
    if (times > 0) repeated += sentence.length;
  }
  if (all < SHORTEST || repeated / all <= REPEATED_SHARE) return [];
  const most = [...seen].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
  return findingOf('repetition', field, [most]);
}
