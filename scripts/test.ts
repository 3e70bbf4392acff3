import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, needsBuild } from './building.ts';

// Every test: rules, the API on a real PostgreSQL, journeys in a real browser. Closes with the one line that counts.
// `--full` runs every case of the large matrices and races; without it a fixed sample of them.
const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'test-results');
const isFull = process.argv.includes('--full');

function run(args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', ...(isFull ? { FULL: '1' } : {}) },
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

interface Counts {
  passed: number;
  failed: number;
}

function vitestCounts(): Counts {
  const file = join(RESULTS, 'vitest.json');
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
  };
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
  };
}

function journeyCounts(): Counts {
  const file = join(RESULTS, 'journeys.json');
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

rmSync(RESULTS, { recursive: true, force: true });
const begun = Date.now();
// Journeys and the tests that start the site as a process run what is built.
if (await needsBuild()) await build();
const codes = [
  await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(RESULTS, 'vitest.json')}`,
  ]),
  await run(['node_modules/@playwright/test/cli.js', 'test']),
];
const [rules, journeys] = [vitestCounts(), journeyCounts()];
const passed = rules.passed + journeys.passed;
const failed =
  rules.failed + journeys.failed + (codes.some((code) => code !== 0) && rules.failed + journeys.failed === 0 ? 1 : 0);
console.log(`\nin ${Math.round((Date.now() - begun) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
