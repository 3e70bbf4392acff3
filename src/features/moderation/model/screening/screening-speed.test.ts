import { describe, expect, it } from 'vitest';
import { cpuMs } from '#testing/cpu-time.ts';
import { findBlockedWords } from './blocked-words.ts';
import { fingerprint, sharedPart } from './fingerprint.ts';
import { findGibberish } from './gibberish.ts';
import { findContacts } from './links.ts';
import { scriptLanguage } from './script-language.ts';

const LENGTH = 50_000;
/**
 * CPU time. 1–60 ms is usual, up to a second if one character expands to eighteen (trust §3 #29). An expression with
 * catastrophic backtracking never ends.
 */
const LONGEST_MS = 3000;

/** Repeated to fill a chapter, so that each expression starts to match over and over. */
const PIECES = [
  'a',
  '1 ',
  '1-',
  '+1 ',
  '(1)',
  'a@',
  'a@a.',
  'a.',
  'www.',
  'http://',
  'x-',
  'ab.c',
  'a-a.',
  'a.com',
  '1.2.3.4.',
  'telegram @',
  'line id:',
  '微信',
  'qq',
  '加v',
  'niggr',
  'onl1ne cas',
  'n i g',
  '黑鬼',
  '裸',
  'か',
  '글',
  'bcdfg',
  'é',
  'e\u0301',
  '\u0301',
  'ﬁ',
  '\ufdfa',
  '🐇',
  'a\u200d',
  '\u202e',
  ' ',
  '\n',
  '\n \n',
  '.',
  '…',
  'yes. ',
  '***',
  'f.u.c.k ',
  'a b ',
  't.me/ @a ',
  '+1 234 ',
  '<a href="',
  '!?',
  '一',
  '黑.',
  '黑 ',
  'а',
  'aа',
  '[.]',
  '%',
  "a'",
];
const CHECKS: Record<string, (text: string) => unknown> = {
  'links and contacts': (text) => findContacts('content', text),
  'blocked words': (text) => findBlockedWords('content', text),
  gibberish: (text) => findGibberish('content', text),
  fingerprint,
  script: scriptLanguage,
  'shared part': (text) => sharedPart(text, `${text}x`),
};

describe.each(Object.entries(CHECKS))('%s', (_, check) => {
  it.each(PIECES)('handles a chapter of repeated %j in time', (piece) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
    for (const ending of ['', ' x@y']) {
      const began = cpuMs();
      check(text + ending);
      expect(cpuMs() - began).toBeLessThan(LONGEST_MS);
    }
  });
});
