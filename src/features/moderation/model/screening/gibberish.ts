import { type Finding, findingOf } from './findings.ts';

const SHORTEST = 200;
const REPEATED_SHARE = 0.35;
const LONGEST_RUN = 25;
/** Distinct letters by which natural text of this length is surely passed. */
const FEWEST_LETTERS = 12;

/** Keys hammered, letters without words, one line again and again. Verse and refrains repeat too, so the bounds are wide. */
export function findGibberish(field: string, text: string): Finding[] {
  if (field !== 'content') return [];
  const run = new RegExp(`(.)\\1{${LONGEST_RUN},}`, 'u').exec(text.replace(/[\s.…·*=_~—–-]+/gu, ' '));
  const findings = run ? findingOf('gibberish', field, [run[0]]) : [];
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length < SHORTEST) return findings;
  if (new Set(letters.map((letter) => letter.toLowerCase())).size < FEWEST_LETTERS)
    findings.push(...findingOf('gibberish', field, [text.slice(0, 80)]));
  findings.push(...findUnreadable(field, text), ...findRepetition(field, text));
  return findings;
}

/** Words that nobody could pronounce: spaced scripts only, where a word without a vowel or of great length is rare. */
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

/** Paragraphs or sentences said again: how much of the text is a repetition of what came before. */
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
