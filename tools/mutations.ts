import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoveredLine, NamedTest } from './spec-coverage.ts';

/** A change of the code that breaks one line of docs/spec-coverage.md, and a test of that line, which must notice it. */
export interface Mutation {
  /** The words of the specification, as the page has them. */
  readonly line: string;
  readonly file: string;
  /** Text that the file contains exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly test: NamedTest;
  /**
   * Text in the failure of a test that needs the built site. These share one broken build, and each must fail of its own
   * mutation.
   */
  readonly shows?: string;
}

export const isJourney = (file: string): boolean => file.startsWith('e2e/');

/** Whether a test needs the built site. */
export function isBuilt(root: string, { file }: NamedTest): boolean {
  return isJourney(file) || readFileSync(join(root, file), 'utf8').includes('builtPages');
}

/** Returns why a mutation can’t be carried out on these sources, or null. */
export function problemOfMutation(root: string, lines: readonly CoveredLine[], mutation: Mutation): string | null {
  const { line, file, find, replace, test, shows } = mutation;
  const covered = lines.find(({ text }) => text === line);
  if (!covered) return `docs/spec-coverage.md has no line “${line}”`;
  if (!covered.tests.some((named) => named.file === test.file && named.name === test.name))
    return `line ${covered.number} of docs/spec-coverage.md doesn’t name ${test.file}: “${test.name}”`;
  if (find === replace) return `the mutation of line ${covered.number} changes nothing`;
  if (isBuilt(root, test) && !shows) return `the mutation of line ${covered.number} doesn’t say what its failure shows`;
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  return count === 1 ? null : `line ${covered.number}: ${file} contains this ${count} times instead of once: ${find}`;
}

/** Breaks a copy of the project. Returns the function that mends it. */
export function applyMutation(copy: string, { file, find, replace }: Mutation): () => void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(find, () => replace),
  );
  return () => writeFileSync(path, before);
}

/** A test as a run reports it. */
export interface TestResult {
  readonly file: string;
  /** With the names of what it is part of. Empty for a file that couldn’t be imported. */
  readonly name: string;
  /** Null for a test that was skipped. */
  readonly passed: boolean | null;
  /** Why it failed. */
  readonly failures: readonly string[];
}

/** Returns the results of a named test. Those of a table are several. */
export function resultsOf({ file, name }: NamedTest, results: readonly TestResult[]): TestResult[] {
  const pattern = new RegExp(patternOf(name), 's');
  return results.filter((result) => result.file === file && result.passed !== null && pattern.test(result.name));
}

/** What an assertion of Vitest or of Playwright says. Anything else broke before it could assert something. */
const ASSERTION = /^(AssertionError\b|(Error: )?expect\()/;

/** Returns why a broken line was not noticed by its test, or null if an assertion has failed because of it. */
export function missedBy(
  { test, shows = '' }: Pick<Mutation, 'test' | 'shows'>,
  results: readonly TestResult[],
): string | null {
  const ran = resultsOf(test, results);
  if (ran.length === 0) {
    // A file that couldn’t be imported has one result, without a name.
    const [why] = results
      .filter(({ file, name }) => file === test.file && name === '')
      .flatMap((result) => result.failures);
    return why ? `the test did not run: ${why}` : 'the test did not run';
  }
  const failures = ran.flatMap((result) => (result.passed ? [] : result.failures));
  if (failures.length === 0) return 'the test still passes';
  if (failures.some((failure) => ASSERTION.test(failure) && failure.includes(shows))) return null;
  return `the test fails, but ${shows && `not with “${shows}” or `}not in an assertion: ${failures[0]}`;
}

/** Returns a regular expression for the end of a test’s full name. Placeholders of tables and templates match anything. */
export function patternOf(name: string): string {
  const parts = name.split(/%[sdjo]|\$\{.*?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `${parts.join('.*')}$`;
}

/**
 * Draws lines whose claims are tried, in an order that only depends on the seed and the words of each line: a new line
 * moves none of the others.
 */
export function drawLines(lines: readonly CoveredLine[], seed: string, count: number): CoveredLine[] {
  const rank = ({ text }: CoveredLine) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  return lines.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, count);
}
