import { LANGUAGES, type Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { scriptLanguage } from '../../model/screening/script-language.ts';
import { detectLanguage } from './detect-language.ts';

/** Shorter texts don’t say enough. A first paragraph does. */
const SHORTEST = 200;
/** The end of a text says which language it is being written in. */
const SAMPLE = 2000;
/** A hint isn’t worth a longer wait. */
const PATIENCE = 0.7 * SECOND;
const REMEMBERED_MAX = 1000;

interface Known {
  start: string;
  length: number;
  language: Language | null;
}
/** What texts seemed to be written in when they were read last, by the name of the text, the latest last. */
const known = new Map<string, Known>();
/** Texts that begin alike and differ less in length are the same text, a few words later. */
const START = 60;

/**
 * Returns the language that a text seems to be written in, for hints to its author. Null if it is short, not one of
 * ours, can’t be told, or if the detector is busy. Never throws. `name` identifies the text, so that it is read again
 * only after it has changed by a paragraph.
 */
export async function languageOfText(name: string, text: string): Promise<Language | null> {
  if (text.length < SHORTEST) return null;
  const start = text.slice(0, START);
  const before = known.get(name);
  if (before?.start === start && Math.abs(before.length - text.length) < SHORTEST) return before.language;
  const language = await told(text.slice(-SAMPLE));
  if (language === undefined) return null;
  known.delete(name);
  known.set(name, { start, length: text.length, language });
  if (known.size > REMEMBERED_MAX) known.delete(known.keys().next().value!);
  return language;
}

/** Undefined if the detector fails or is busy. */
async function told(sample: string): Promise<Language | null | undefined> {
  const byScript = scriptLanguage(sample);
  const found = byScript === 'latin' ? await inTime(detectLanguage(sample)) : byScript;
  return found === undefined ? undefined : (LANGUAGES.find((language) => language === found) ?? null);
}

async function inTime(answer: Promise<string | null>): Promise<string | null | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined);
  });
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
