/**
 * Words that English texts of the site don’t use, because a native product writer wouldn’t, or because the glossary has
 * another word for the thing. The second pattern is what the specification fixes.
 */
const BANNED: readonly (readonly [words: RegExp, allowed?: RegExp])[] = [
  [/\bwhoever\b|\bwhom\b|\bwhosoever\b/i],
  [/\banew\b|\bmend(s|ed)?\b|\bbegun\b|\bbegan\b|\bbegins?\b/i],
  [/\b(some|any|every)body\b|\bnobody\b/i],
  [/\b(is|are|was|were) told\b|\b(is|are) heard\b/i],
  [/\b(go|goes|going|went) on\b|\bways? on\b|\bwrite on\b|\bread on\b(?!\.)/i],
  [/\bstands?\b|\bstood\b|\bhangs?\b/i],
  [/\be-mails?\b|\bmails?\b/i],
  [/\bsign(s|ed|ing)? (in|out)\b|\bsign-in\b/i],
  [/\b(take|takes|took|taken|taking) (it )?back\b|\b(sent|came) back\b|\bcomes? back from\b/i],
  [/\bhanded in\b|\bhand (it|the turn) on\b|\bhands?\b/i],
  [/\bnames sheet\b|\bspot is yours\b|\bopen ends?\b|\bdesk\b/i],
  [/\bclock\b|\bjust now\b|\bin the meantime,/i],
  [/\bcannot\b/i, /This chapter cannot be viewed|Story mode cannot be changed|(Email|Password) cannot be empty!/],
  [/\bcolour|\bprogramme|\bcancelled|\blicence/i],
  [/\b(It|That|There|You|We|They) (is|are|will)\b(?! (it|what|who))/, /You are here|There are/],
];

const withoutMarkup = (text: string) => text.replace(/<[^>]*>/g, '').replace(/\{(\w+)(?=[,}])/g, '{');

/** Returns what is wrong with the wording of an English text, as “a straight quote”. */
export function wordingProblems(text: string): string[] {
  const words = withoutMarkup(text);
  const found = BANNED.flatMap(([pattern, allowed]) => {
    const match = pattern.exec(allowed ? words.replace(new RegExp(allowed, 'g'), '') : words);
    return match ? [`“${match[0]}” (see docs/glossary.md)`] : [];
  });
  return /['"]/.test(words) ? [...found, 'a straight quote; use ’ “ ”'] : found;
}
