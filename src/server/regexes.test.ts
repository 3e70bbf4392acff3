import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '#testing/cpu-time.ts';

const SRC = join(import.meta.dirname, '..');
const LENGTH = 50_000;
const LIMIT_MS = 50;

/** What an expression gets at most where it is used, because earlier code limits or shapes the text. */
const GIVEN: Record<string, (text: string) => string> = {
  // Passwords: 32 characters.
  'features/accounts/model/common-passwords.ts': (text) => text.slice(0, 64),
  // Pieces of a text that was split at blank lines.
  'features/chapters/model/document.ts': (text) => text.replace(/\n+/g, '\n'),
};

/** Returns every regular expression in the code of server and model, with its place. */
function regexes(): [place: string, regex: RegExp][] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\.test-kit\.|\.test-child\.|^web\/|\/web\/|^testing\//.test(file),
  );
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(SRC, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const found: [string, RegExp][] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!;
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push([`${relative('.', file)}:${line + 1} ${node.text}`, new RegExp(pattern!, flags!.replace('y', ''))]);
      }
      node.forEachChild(visit);
    };
    visit(source);
    return found;
  });
}

const UNITS = [
  'a',
  'A',
  '1',
  ' ',
  '\n',
  '\t',
  '-',
  '_',
  '.',
  ',',
  ':',
  ';',
  '/',
  '\\',
  '<',
  '>',
  '"',
  "'",
  '&',
  '=',
  '@',
  '%',
  '$',
  '(',
  ')',
  '雨',
  '👍',
  '\u0301',
  'ab',
  'aA1',
  'a.',
  '. ',
  ' \n',
  '\n \n',
  'a@b.',
  'http://',
  'www.',
  '<a href="/',
  '<b>',
  '1.2.3.4,',
  'q=0 ',
  '; ',
  '--',
  '..',
  '__',
  '!?',
  '。',
  '\u200d',
];
/** Repetitions, also with an end that matches nothing: a bad expression then tries every possibility. */
const HOSTILE = UNITS.flatMap((unit) => {
  const repeated = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  return [repeated, `${repeated.slice(0, LENGTH - 1)}\u0000`, `x${repeated.slice(0, LENGTH - 2)}x`];
});
/** Returns texts of the expression’s own letters, so that it gets past its start. */
function ownLetters(regex: RegExp): string[] {
  const letters = [...new Set(regex.source.replace(/\\[a-zA-Z](\{[^}]*\})?/g, '').replace(/[()[\]{}|?*+^$\\]/g, ''))];
  return letters.slice(0, 12).flatMap((letter) => {
    const repeated = letter.repeat(LENGTH).slice(0, LENGTH - 1);
    return [`${repeated}\u0000`, `${letters.join('')}${repeated}`.slice(0, LENGTH)];
  });
}

describe('every regular expression', () => {
  const all = regexes();
  it('is found', () => expect(all.length).toBeGreaterThan(80));
  it.each(all)('%s is fast on 50,000 hostile characters', (place, regex) => {
    const given = GIVEN[place.split(':', 1)[0]!] ?? ((text: string) => text);
    for (const text of [...HOSTILE, ...ownLetters(regex)].map(given)) {
      const run = () => {
        const start = cpuMs();
        if (regex.global) text.replace(regex, '');
        else regex.test(text);
        return cpuMs() - start;
      };
      // Measured again if it seemed slow, because the machine may have been busy.
      const time = run();
      if (time > LIMIT_MS) expect(Math.min(run(), run()), JSON.stringify(text.slice(0, 30))).toBeLessThan(LIMIT_MS);
    }
  });
});
