import { LANGUAGES, type Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { scriptLanguage } from '../../model/screening/script-language.ts';
import { detectLanguage } from './detect-language.ts';
import { withinTime } from './within-time.ts';

/** Minimum length, in characters. Shorter texts are too short to tell. */
const SHORTEST = 200;
/** How much of the end of a text is read, in characters. That is where its author is writing. */
const SAMPLE = 2000;
/** How long a caller waits for a hint, in milliseconds. */
const PATIENCE = 0.7 * SECOND;
const REMEMBERED_MAX = 1000;

interface Known {
  start: string;
  length: number;
  language: Language | null;
}
/** The last detected language of each text, by its name, the latest last. */
const known = new Map<string, Known>();
/** Texts with the same name and the same start are only read again once their length has changed by a paragraph. */
const START = 60;

/**
 * Returns the language that a text seems to be written in, for hints to its author. Null if the text is short or its
 * language isn’t one of the site’s, and if the detector fails or is busy. Never throws. `name` identifies the text, so that it is read again
 * only after it has changed by a paragraph.
 */
export async function languageOfText(name: string, text: string): Promise<Language | null> {
  if (text.length < SHORTEST) return null;
  const start = text.slice(0, START);
  const before = known.get(name);
  if (before?.start === start && Math.abs(before.length - text.length) < SHORTEST) return before.language;
  const language = await detect(text.slice(-SAMPLE));
  if (language === undefined) return null;
  known.delete(name);
  known.set(name, { start, length: text.length, language });
  if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value!);
  return language;
}

/** Returns null for other languages, and undefined if the detector fails or is busy. */
async function detect(sample: string): Promise<Language | null | undefined> {
  const byScript = scriptLanguage(sample);
  const found =
    byScript === 'latin' ? await withinTime(detectLanguage(sample), PATIENCE).catch(() => undefined) : byScript;
  return found === undefined ? undefined : (LANGUAGES.find((language) => language === found) ?? null);
}
