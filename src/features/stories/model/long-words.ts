const LONG = 20;
const SYLLABLE = 6;
const SOFT_HYPHEN = '\u00ad';

/**
 * Adds soft hyphens to very long words of a title, because browsers hyphenate only in languages for which they have a
 * dictionary. Divides before a consonant that a vowel follows, never inside ch, sch, ck, ph or th.
 */
export function withSoftHyphens(title: string): string {
  return title.replace(/\p{Script=Latin}{21,}/gu, (word) => (word.length > LONG ? divide(word) : word));
}

function divide(word: string): string {
  let result = '';
  let last = 0;
  for (let i = 3; i < word.length - 2; i += 1) {
    const before = word.slice(i - 1, i + 1).toLowerCase();
    const opens = /^(?:sch|[cpst]h|[^aeiouyäöüáéíóúàèâêîôû])[aeiouyäöüáéíóúàèâêîôû]/iu.test(word.slice(i, i + 4));
    if (opens && !/^(?:[cpst]h|sc|ck)$/.test(before) && i - last >= SYLLABLE) {
      result += word.slice(last, i) + SOFT_HYPHEN;
      last = i;
    }
  }
  return result + word.slice(last);
}
