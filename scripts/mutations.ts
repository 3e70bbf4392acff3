import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { copyProject } from '../tools/fixtures.ts';
import {
  applyMutation,
  isBuilt,
  isJourney,
  type Mutation,
  missedBy,
  patternOf,
  problemOfMutation,
  resultsOf,
  type TestResult,
} from '../tools/mutations.ts';
import { type NamedTest, readCoverage } from '../tools/spec-coverage.ts';
import { MUTATIONS } from './mutations/list.ts';

// Proves that docs/spec-coverage.md is true (decision 066): breaks lines of the specification, one after the other, in a
// copy of the project, and requires that a test that the page names fails in an assertion. `--only PATTERN` tries those
// whose line or test it matches.
const ROOT = join(import.meta.dirname, '..');
const only = new RegExp(process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]! : '');
const mutations = MUTATIONS.filter(({ line, test }) => only.test(`${line} ${test.file} ${test.name}`));
/** One for each core: half of the time, a test waits. */
const WORKERS = 2;
/** A mutation can make a test wait forever. */
const PATIENCE_MS = 180_000;

const copies: string[] = [];
function copyHere(): string {
  const copy = mkdtempSync(join(tmpdir(), 'skein-mutations-'));
  copies.push(copy);
  copyProject(ROOT, copy);
  return copy;
}

/** Runs a program in a copy. Returns what it printed. */
async function run(copy: string, args: readonly string[], patience?: number): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'test', FULL: '', NO_COLOR: '1', FORCE_COLOR: '0' };
  const child = spawn(process.execPath, args, { cwd: copy, env, ...(patience ? { timeout: patience } : {}) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

const anyOf = (tests: readonly NamedTest[]) => [...new Set(tests.map(({ name }) => patternOf(name)))].join('|');
const filesOf = (tests: readonly NamedTest[]) => [...new Set(tests.map(({ file }) => file))];

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The result of a file whose tests did not run. */
const noResult = (file: string, why: string): TestResult => ({ file, name: '', passed: false, failures: [why] });

/** Runs tests of Vitest in a copy. */
async function runVitest(copy: string, tests: readonly NamedTest[], patience?: number): Promise<TestResult[]> {
  if (tests.length === 0) return [];
  const report = join(copy, 'test-results/mutation.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...filesOf(tests), '-t', anyOf(tests), ...reporters];
  const output = await run(copy, args, patience);
  // A mutation can also break Vitest, or make a test wait forever. The other mutations are still tried.
  if (!existsSync(report)) return filesOf(tests).map((file) => noResult(file, `Vitest left no report:\n${output}`));
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, message, assertionResults }): TestResult[] => {
    const file = relative(copy, name);
    if (assertionResults.length === 0) return [noResult(file, message ?? '')];
    return assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      file,
      name: fullName,
      passed: status === 'passed' ? true : status === 'failed' ? false : null,
      failures: failureMessages,
    }));
  });
}

interface JourneySuite {
  readonly specs: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly { status: string; errors: readonly { message?: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly JourneySuite[];
}

function journeyResults({ specs, suites = [] }: JourneySuite): TestResult[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ status, errors }) => ({
        file: `e2e/journeys/${file}`,
        name: title,
        passed: status === 'skipped' ? null : status === 'passed',
        failures: errors.map(({ message = '' }) => stripVTControlCharacters(message)),
      })),
    ),
  );
  return [...own, ...suites.flatMap(journeyResults)];
}

/** Runs journeys in a copy whose site is built. */
async function runJourneys(copy: string, tests: readonly NamedTest[]): Promise<TestResult[]> {
  if (tests.length === 0) return [];
  const report = join(copy, 'test-results/journeys.json');
  rmSync(report, { force: true });
  const output = await run(copy, [
    'node_modules/@playwright/test/cli.js',
    'test',
    ...filesOf(tests).map((file) => file.replace('e2e/journeys/', '/')),
    '--grep',
    anyOf(tests),
  ]);
  if (!existsSync(report)) throw new Error(`Playwright left no report:\n${output}`);
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: JourneySuite[] };
  return suites.flatMap(journeyResults);
}

/** Runs tests that need the built site, or others. */
async function runTests(copy: string, tests: readonly NamedTest[]): Promise<TestResult[]> {
  const journeys = tests.filter(({ file }) => isJourney(file));
  const others = tests.filter(({ file }) => !isJourney(file));
  return [...(await runVitest(copy, others)), ...(await runJourneys(copy, journeys))];
}

const nameOf = ({ line, file }: Mutation) => `“${line}” broken in ${file}`;
let killed = 0;
const survivors: string[] = [];
function judge(mutation: Mutation, results: readonly TestResult[]): void {
  const missed = missedBy(mutation, results);
  const { test } = mutation;
  if (missed === null) {
    killed += 1;
    console.log(`killed    ${nameOf(mutation)}`);
    return;
  }
  survivors.push(nameOf(mutation));
  console.log(`SURVIVED  ${nameOf(mutation)}\n  ${test.file}: “${test.name}”: ${missed}`);
}

/** Ends this run unless all these tests pass while nothing is broken. */
function requirePassing(tests: readonly NamedTest[], results: readonly TestResult[]): void {
  const problems = tests.flatMap((test) => {
    const ran = resultsOf(test, results);
    const failed = ran.find(({ passed }) => !passed);
    if (ran.length > 0 && !failed) return [];
    return [`${test.file}: “${test.name}”: ${failed ? failed.failures[0] : missedBy({ test }, results)}`];
  });
  if (problems.length > 0) throw new Error(`These tests fail with nothing broken:\n${problems.join('\n')}`);
}

/** Breaks one line after the other, and runs only its test. */
async function tryOneByOne(copy: string, queue: Mutation[]): Promise<void> {
  for (let mutation = queue.shift(); mutation; mutation = queue.shift()) {
    const mend = applyMutation(copy, mutation);
    judge(mutation, await runVitest(copy, [mutation.test], PATIENCE_MS));
    mend();
  }
}

async function buildSite(copy: string): Promise<void> {
  const output = await run(copy, ['scripts/run.mjs', 'build']);
  // Written last.
  if (!existsSync(join(copy, 'build/stamp'))) throw new Error(`The site can’t be built:\n${output}`);
}

/** Breaks all lines at once whose tests need the built site, because a build takes as long as ten tests. */
async function tryTogether(copy: string, broken: readonly Mutation[]): Promise<void> {
  if (broken.length === 0) return;
  const tests = broken.map(({ test }) => test);
  await buildSite(copy);
  requirePassing(tests, await runTests(copy, tests));
  const mends = broken.map((mutation) => applyMutation(copy, mutation));
  await buildSite(copy);
  const results = await runTests(copy, tests);
  for (const mutation of broken) judge(mutation, results);
  for (const mend of mends.toReversed()) mend();
}

const begun = Date.now();
const lines = readCoverage(ROOT);
const problems = mutations.flatMap((mutation) => problemOfMutation(ROOT, lines, mutation) ?? []);
try {
  if (problems.length > 0) throw new Error(`These mutations no longer apply:\n${problems.join('\n')}`);
  const together = mutations.filter(({ test }) => isBuilt(ROOT, test));
  const oneByOne = mutations.filter((mutation) => !together.includes(mutation));
  const first = copyHere();
  requirePassing(
    oneByOne.map(({ test }) => test),
    await runTests(
      first,
      oneByOne.map(({ test }) => test),
    ),
  );
  const queue = [...oneByOne];
  const others = Array.from({ length: WORKERS - 1 }, copyHere);
  await Promise.all([first, ...others].map((copy) => tryOneByOne(copy, queue)));
  await tryTogether(first, together);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  survivors.push('the run');
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
for (const name of survivors) console.log(`survived: ${name}`);
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${mutations.length} mutations, ${killed} killed, ${survivors.length} survived (${seconds} s)`);
process.exit(survivors.length === 0 ? 0 : 1);
