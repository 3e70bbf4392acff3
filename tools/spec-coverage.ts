import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test as docs/spec-coverage.md names it: by its file, and by its name as the file writes it. */
export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

/** A line of the specification with the tests that show it. */
export interface CoveredLine {
  readonly number: number;
  /** The words of the specification. No two lines have the same. */
  readonly text: string;
  readonly tests: readonly NamedTest[];
}

const SHOWN = /`([^`]+)`: “(.*?)”(?=<br>| *$)/g;

/** Reads the lines of docs/spec-coverage.md, in their order. */
export function readCoverage(root: string): CoveredLine[] {
  const page = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8');
  return page.split('\n').flatMap((row) => {
    const [, number, text, , shown] = row.split(/(?<!\\)\|/);
    if (text === undefined || shown === undefined || !/^ *\d+ *$/.test(number!)) return [];
    const tests = [...shown.matchAll(SHOWN)].map(([, file, name]) => ({ file: file!, name: name! }));
    return [{ number: Number(number), text: text.trim(), tests }];
  });
}
