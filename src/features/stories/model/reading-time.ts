import type { Language } from '#core/languages.ts';

/** Units read per minute: words in spaced scripts, characters in Chinese and Japanese. */
const PER_MINUTE = { words: 230, characters: 400 };

/** Time to read a text of this many units, in whole minutes, at least one. */
export function minutesToRead(units: number, language: Language): number {
  const isCounted = language === 'zh' || language === 'ja';
  return Math.max(1, Math.round(units / (isCounted ? PER_MINUTE.characters : PER_MINUTE.words)));
}
