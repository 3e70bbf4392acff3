import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Tests } from './check.ts';
import { runNode } from './processes.ts';

/** What ran of some tests. */
export interface TestOutcome {
  readonly passed: number;
  /** Names of tests that failed, or that were not run. Empty if all is well. */
  readonly failures: readonly string[];
}

export interface RunOptions {
  /** Folder for reports and output. */
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly minutes: number;
}

interface RanTest {
  readonly file: string;
  readonly name: string;
  readonly isPassed: boolean;
  readonly isSkipped: boolean;
}

const ROOT = join(import.meta.dirname, '../..');
export const isJourney = ({ file }: Tests) => file.endsWith('.spec.ts');

/** Returns a regular expression for a name as it is written in a file, in which `%s` stands for anything. */
export function patternOf(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/%[sijdo]/g, '.*');
}

/** Returns what of the named tests has not passed or is missing. Skipped ones are missing, too, unless they may be. */
export function outcomeOf(named: readonly Tests[], ran: readonly RanTest[], maySkip = false): TestOutcome {
  const chosen = new Set<RanTest>();
  const missing: string[] = [];
  for (const { file, names } of named)
    for (const name of names.length > 0 ? names : ['']) {
      const pattern = new RegExp(patternOf(name));
      const found = ran.filter((test) => test.file === file && pattern.test(test.name));
      const tried = found.filter(({ isSkipped }) => !isSkipped);
      if ((maySkip ? found : tried).length === 0) missing.push(`not run: ${file} > ${name}`);
      for (const test of tried) chosen.add(test);
    }
  const failed = [...chosen].filter(({ isPassed }) => !isPassed);
  return {
    passed: chosen.size - failed.length,
    failures: [...failed.map(({ file, name }) => `${file} > ${name}`), ...missing],
  };
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

function readVitest(report: string): RanTest[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: path.slice(ROOT.length + 1),
      name: fullName,
      isPassed: status === 'passed',
      isSkipped: status !== 'passed' && status !== 'failed',
    })),
  );
}

interface JourneySuite {
  /** Its specs may be from another file, which defines them for several. */
  file: string;
  specs: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: JourneySuite[];
}

/** Returns the journeys of a report of Playwright. */
export function readJourneys(report: { suites: JourneySuite[] }): RanTest[] {
  const flat = ({ specs, suites = [] }: JourneySuite, file: string): RanTest[] => [
    ...specs.map(({ title, ok, tests }) => ({
      file: `e2e/journeys/${file}`,
      name: title,
      isPassed: ok,
      isSkipped: tests.every(({ status }) => status === 'skipped'),
    })),
    ...suites.flatMap((suite) => flat(suite, file)),
  ];
  return report.suites.flatMap((suite) => flat(suite, suite.file));
}

/** Runs the named tests of vitest, or the named journeys, and returns what ran of them. */
export async function runTests(named: readonly Tests[], { folder, env, minutes }: RunOptions): Promise<TestOutcome> {
  if (named.length === 0) return { passed: 0, failures: [] };
  const journeys = isJourney(named[0]!);
  const report = join(folder, journeys ? 'journeys.json' : 'vitest.json');
  rmSync(report, { force: true });
  const files = [...new Set(named.map(({ file }) => file))];
  // A file that is run as a whole rules out a filter by name: it would apply to all files.
  const names = named.some((tests) => tests.names.length === 0) ? [] : named.flatMap((tests) => tests.names);
  const filter = names.map(patternOf).join('|');
  const args = journeys
    ? [
        'node_modules/@playwright/test/cli.js',
        'test',
        ...files,
        ...(filter ? ['-g', filter] : []),
        '--reporter=list,json',
      ]
    : [
        ...['node_modules/vitest/vitest.mjs', 'run', ...files, ...(filter ? ['-t', filter] : [])],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ];
  const { code, isLate } = await runNode(args, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    minutes,
    log: join(folder, 'output.txt'),
  });
  const what = journeys ? 'the journeys' : 'vitest';
  if (isLate) return { passed: 0, failures: [`${what} took longer than ${minutes} minutes`] };
  if (!existsSync(report)) return { passed: 0, failures: [`${what} left no report (code ${code})`] };
  const ran = journeys ? readJourneys(JSON.parse(readFileSync(report, 'utf8'))) : readVitest(report);
  const outcome = outcomeOf(named, ran, env.FULL !== '1');
  if (code !== 0 && outcome.failures.length === 0) return { ...outcome, failures: [`${what} ended with code ${code}`] };
  return outcome;
}
