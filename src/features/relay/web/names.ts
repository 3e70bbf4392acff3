import type { Language } from '#core/languages.ts';

/** Joins names with the separator of the language. */
export function joinNames(people: readonly { username: string }[], language: Language): string {
  const mark = language === 'zh' || language === 'ja' ? '、' : ', ';
  return people.map(({ username }) => username).join(mark);
}
