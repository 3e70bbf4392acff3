import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from './building.ts';
import { isCounted, type Row } from './drill/check.ts';
import { CHECKS, chooseChecks } from './drill/checks.ts';
import { endRunning, runNode } from './drill/processes.ts';
import { isJourney, runTests } from './drill/run-tests.ts';
import { type Result, resultTable, summary } from './drill/table.ts';

// Runs the checks of docs/drill.md at their pass mark, one after the other: all, or those that the arguments name (`12`,
// `36-41`, `failover`). `--list` lists them. `--short` runs them with the rounds of `npm test`, and without load. `--resume`
// leaves out what has held since the results were last deleted. `--only quiet` and `--only others` run those that other work
// on the machine would change, or the others. `--keep` stores the results for docs/generated/drill.md (`npm run docs`). A check that fails or hangs doesn’t stop the next one. The last line is the result.
const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'test-results/drill');
const RESULTS = join(FOLDER, 'results.json');
const MEASURED = join(ROOT, 'scripts/drill/measured.json');
const MINUTES = 10;

const args = process.argv.slice(2);
const has = (flag: string) => args.includes(flag);
const only = has('--only') ? args[args.indexOf('--only') + 1] : null;
const isShort = has('--short');
const chosen = chooseChecks(args.filter((arg) => !arg.startsWith('--') && arg !== only)).filter(
  (row) => !only || (only === 'quiet') === (isCounted(row) && row.needsQuiet === true),
);

if (has('--list')) {
  for (const row of chosen)
    console.log(
      `${String(row.id).padStart(4)}  ${row.name}: ${isCounted(row) ? row.passMark : `${row.uncounted} (${row.reason})`}`,
    );
  process.exit(0);
}

const results = new Map<Row['id'], Result>();
if (existsSync(RESULTS))
  for (const result of JSON.parse(readFileSync(RESULTS, 'utf8')) as Result[]) results.set(result.id, result);

/** Runs a check, and returns what it has found. */
async function check(row: Row): Promise<Result> {
  const folder = join(FOLDER, String(row.id));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const figuresFile = join(folder, 'figures.txt');
  const begun = Date.now();
  const env = { FULL: isShort ? '' : '1', DRILL_FIGURES: figuresFile };
  const minutes = (isCounted(row) ? row.minutes : undefined) ?? MINUTES;
  const options = { folder, env, minutes };
  const failures: string[] = [];
  let passed = 0;
  for (const part of [row.tests.filter((tests) => !isJourney(tests)), row.tests.filter(isJourney)]) {
    const outcome = await runTests(part, options);
    passed += outcome.passed;
    failures.push(...outcome.failures);
  }
  for (const script of isShort || !isCounted(row) ? [] : (row.scripts ?? [])) {
    const { code, isLate } = await runNode([join(ROOT, `scripts/drill/load/${script}.ts`)], {
      env,
      minutes,
      log: join(folder, 'output.txt'),
    });
    if (isLate) failures.push(`${script} took longer than ${minutes} minutes`);
    else if (code !== 0) failures.push(`${script} failed`);
  }
  const figures = existsSync(figuresFile) ? readFileSync(figuresFile, 'utf8').trim().split('\n') : [];
  return {
    id: row.id,
    isPassed: failures.length === 0,
    figures: [...new Set([passed === 1 ? '1 test' : `${passed} tests`, ...figures])],
    failures,
    seconds: (Date.now() - begun) / 1000,
    isShort,
  };
}

mkdirSync(FOLDER, { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endRunning();
    process.exit(1);
  });
await buildIfNeeded();
for (const row of chosen) {
  const before = results.get(row.id);
  if (has('--resume') && before?.isPassed && before.isShort === isShort) continue;
  const result = await check(row);
  results.set(row.id, result);
  writeFileSync(RESULTS, JSON.stringify([...results.values()], null, 2));
  writeFileSync(join(FOLDER, 'drill.md'), `${resultTable(CHECKS, results)}\n\n${summary(CHECKS, results)}\n`);
  const verdict = result.isPassed ? 'ok' : 'missed';
  console.log(
    `${String(row.id).padStart(4)}  ${verdict.padEnd(6)} ${result.seconds.toFixed(0).padStart(5)} s  ${row.name}`,
  );
  console.log(`             ${[...result.figures, ...result.failures].join('\n             ')}`);
}
if (has('--keep')) {
  const kept = CHECKS.flatMap(({ id }) => results.get(id) ?? []).filter((result) => !result.isShort);
  writeFileSync(MEASURED, `${JSON.stringify(kept, null, 2)}\n`);
}
console.log(`\n${resultTable(chosen, results)}\n\n${summary(chosen, results)}`);
process.exit(chosen.every((row) => !isCounted(row) || results.get(row.id)?.isPassed) ? 0 : 1);
