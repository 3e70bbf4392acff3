import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { machineCpuSeconds } from '../tools/cpu.ts';
import { machineSlowness } from '../tools/machine-speed.ts';
import { type FileReport, listPackageTests, recordPassedPackages } from '../tools/package-tests.ts';
import { type FileCost, readCosts } from '../tools/test-cost.ts';
import type { UnhandledError } from '../tools/unhandled-errors-reporter.ts';
import { buildIfNeeded } from './building.ts';

// Runs all tests: unit tests, API tests on a real PostgreSQL, journeys in a real browser, and the recipes for features
// (`fixtures.ts`). The last line is the result. `--full` runs all cases of the large matrices and races, instead of a fixed
// sample of them, carries out the recipes instead of only checking their types, breaks lines of the specification, which their
// tests must notice (`mutations.ts`), and carries out the container file (`container.ts`).
const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'test-results');
/** Exit code of a script that can’t be run here. */
const LEFT_OUT = 2;
const isFull = process.argv.includes('--full');

async function run(args: string[], settings: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', ...(isFull ? { FULL: '1' } : {}), ...settings },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

interface Counts {
  passed: number;
  failed: number;
  /** Names of the tests, or of the files that couldn’t be run. */
  failures: string[];
}

interface VitestFile extends FileReport {
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly VitestFile[];
}

/** Runs the tests of some projects (vitest.config.ts). `part` names their report. */
function runVitest(part: string, ...args: string[]): Promise<number> {
  const reporters = ['default', 'json', './tools/unhandled-errors-reporter.ts'].map((name) => `--reporter=${name}`);
  const report = `--outputFile.json=${reportOf(part)}`;
  return run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, report, ...args], {
    UNHANDLED_ERRORS: unhandledErrorsOf(part),
  });
}

const reportOf = (part: string) => join(RESULTS, `vitest-${part}.json`);
const unhandledErrorsOf = (part: string) => join(RESULTS, `unhandled-${part}.json`);

/** Returns the errors that no test of this part has caught, each with its first place in the project and the running test. */
function readUnhandledErrors(part: string): string[] {
  const file = unhandledErrorsOf(part);
  if (!existsSync(file)) return [];
  const errors = JSON.parse(readFileSync(file, 'utf8')) as UnhandledError[];
  return errors.map(({ message, stack, file: of, test }) => {
    const place = stack.split('\n').find((line) => line.includes(ROOT) && !line.includes('node_modules'));
    const during = [of && relative(ROOT, of), test].filter(Boolean).join(' > ') || `the tests of “${part}”`;
    return `unhandled error during ${during}: ${message}${place ? ` (${place.trim().replace(ROOT, '.')})` : ''}`;
  });
}

/** Vitest’s report of a part of this run, or null if it ended without one. */
function readVitestReport(part: string): VitestReport | null {
  const file = reportOf(part);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : null;
}

/** Counts neither tests that are skipped nor those that are left out because their package has not changed. */
function vitestCounts(report: VitestReport | null, unhandled: readonly string[]): Counts {
  if (!report) return { passed: 0, failed: 1, failures: ['Vitest left no report'] };
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0) + unhandled.length,
    failures: report.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const tests = assertionResults.filter(({ status }) => status === 'failed');
        return tests.length > 0
          ? tests.map(({ fullName }) => `${relative(ROOT, name)} > ${fullName}`)
          : [relative(ROOT, name)];
      })
      .concat(unhandled),
  };
}

interface JourneySuite {
  specs: { file: string; title: string; ok: boolean }[];
  suites?: JourneySuite[];
}

function failedJourneys({ specs, suites = [] }: JourneySuite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} > ${title}`);
  return [...failed, ...suites.flatMap(failedJourneys)];
}

function journeyCounts(): Counts {
  const file = join(RESULTS, 'journeys.json');
  if (!existsSync(file)) return { passed: 0, failed: 1, failures: ['Playwright left no report'] };
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: JourneySuite[];
    /** Errors that are not part of any journey. */
    errors: { message?: string }[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: suites
      .flatMap(failedJourneys)
      .concat(errors.map(({ message }) => `error beside the journeys: ${message ?? 'unknown'}`)),
  };
}

/** CPU seconds of the reference machine that one file may use, so that slow ones are noticed when they are written. */
const BUDGETS = { vitest: 20, journeys: 45 };
const slowness = Math.max(1, machineSlowness());

/** Writes the costs of each file to `slow.txt`, prints the highest, and returns the files over their budget. */
function reportCosts(): FileCost[] {
  const costs = readCosts();
  const line = ({ file, cpu, wall }: FileCost) =>
    `${cpu.toFixed(1).padStart(6)} ${wall.toFixed(1).padStart(6)}  ${file}`;
  writeFileSync(join(RESULTS, 'slow.txt'), costs.map((cost) => `${line(cost)}\n`).join(''));
  console.log('\n   CPU   wall  (seconds of the ten slowest files; all of them in test-results/slow.txt)');
  for (const cost of costs.slice(0, 10)) console.log(line(cost));
  return costs.filter(
    ({ file, cpu }) => cpu > slowness * (file.startsWith('e2e/') ? BUDGETS.journeys : BUDGETS.vitest),
  );
}

rmSync(RESULTS, { recursive: true, force: true });
const begun = Date.now();
const cpuBefore = machineCpuSeconds();
const packages = listPackageTests();
// Journeys, and tests that start the site as a process, use the build.
await buildIfNeeded();
/** The types of the recipes are checked by one process. Carried out whole, they need the machine for themselves. */
const runRecipes = () => run(['scripts/run.mjs', 'fixtures', ...(isFull ? ['--full'] : [])]);
// Tests that run one at a time leave cores idle. The rules need neither a database nor a clock.
const [measuredCode, [rulesCode, typesCode]] = await Promise.all([
  runVitest('measured', '--project=measured'),
  runVitest('rules', '--project=rules', '--maxWorkers=1').then(
    async (code) => [code, isFull ? null : await runRecipes()] as const,
  ),
]);
const codes = {
  measured: measuredCode,
  rules: rulesCode,
  // One after the other: each of them uses all cores, and side by side, tests ran into their timeouts.
  others: await runVitest('others', '--project=!measured', '--project=!rules'),
  journeys: await run(['node_modules/@playwright/test/cli.js', 'test']),
};
/** Counts a script as one test. */
const scriptCounts = (code: number, name: string): Counts =>
  code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] };
const recipes = scriptCounts(typesCode ?? (await runRecipes()), 'the recipes for features (npm run fixtures)');
const mutations = isFull
  ? [scriptCounts(await run(['scripts/run.mjs', 'mutations']), 'broken lines of the specification (npm run mutations)')]
  : [];
// Without debootstrap or root rights, it says so and is not counted.
const containerCode = isFull ? await run(['scripts/run.mjs', 'container']) : LEFT_OUT;
const container =
  containerCode === LEFT_OUT
    ? []
    : [scriptCounts(containerCode, 'the steps of the container file (npm run drill:container)')];
const overBudget = reportCosts();
const parts = ['measured', 'rules', 'others'];
const reports = parts.map(readVitestReport);
const counts = [
  ...parts.map((part, i) => vitestCounts(reports[i]!, readUnhandledErrors(part))),
  journeyCounts(),
  recipes,
  ...mutations,
  ...container,
];
const passed = counts.reduce((sum, part) => sum + part.passed, 0);
const broken = counts.reduce((sum, part) => sum + part.failed, 0);
// A run that ends with an error although it reports none.
const silent = broken > 0 ? [] : Object.entries(codes).filter(([, code]) => code !== 0);
const failed = broken + silent.length;
for (const { file, cpu } of overBudget) console.log(`over budget: ${file} took ${cpu.toFixed(0)} CPU seconds`);
// A CI machine could not commit the hash.
if (!process.env.CI)
  for (const line of recordPassedPackages(
    packages,
    reports.flatMap((report) => report?.testResults ?? []),
  ))
    console.log(line);
// Printed at the end, because reports of a run may keep only its last lines.
for (const { failures } of counts) for (const name of failures) console.log(`failed: ${name}`);
for (const [part, code] of silent) console.log(`failed: “${part}” ended with code ${code} without a failed test`);
const cpu = machineCpuSeconds() - cpuBefore;
console.log(
  `\nin ${Math.round((Date.now() - begun) / 1000)} s${cpu > 0 ? `, ${Math.round(cpu)} CPU seconds of the machine` : ''}`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
