import type { Language } from '#core/languages.ts';

/** Names one after the other, as each language sets them apart. */
export function joinNames(people: readonly { username: string }[], language: Language): string {
  const mark = language === 'zh' || language === 'ja' ? '、' : ', ';
  return people.map(({ username }) => username).join(mark);
}
