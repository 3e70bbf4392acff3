import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURES } from '../fixtures/list.ts';
import { applyFixture, copyProject, findForbiddenChanges, listForbidden } from '../tools/fixtures.ts';

// Proves the recipes of docs/adding-a-feature.md (decision 051): applies all fixtures to a copy of the project, and checks
// that only files changed that the recipes allow, and the types. With `--full`, the copy must also pass `npm run check`,
// the tests of what features add, and the journeys of the fixtures. With `--keep`, the copy stays.
const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/skein-fixtures');
const isFull = process.argv.includes('--full');
const copy = mkdtempSync(join(tmpdir(), 'skein-fixtures-'));

/** Tests on the database of everything that features add. */
const API_TESTS = [
  'src/platform/db/foreign-keys.api.test.ts',
  'src/server/export.api.test.ts',
  'src/server/erasure.api.test.ts',
  'src/server/gate.api.test.ts',
  'src/server/live-topics.api.test.ts',
  'src/server/member-columns.api.test.ts',
  'src/server/openapi.api.test.ts',
  'src/server/permissions',
  'src/server/raw-routes.api.test.ts',
  'src/server/routes.api.test.ts',
];

async function run(what: string, ...args: string[]): Promise<void> {
  const begun = Date.now();
  const child = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, NODE_ENV: 'test', FULL: '' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  report(what, begun, code === 0 ? '' : output.trim() || `It ended with ${code}.`);
}

let failed = 0;
function report(what: string, begun: number, problems: string): void {
  const seconds = ((Date.now() - begun) / 1000).toFixed(0);
  console.log(
    `${problems === '' ? 'ok    ' : 'FAILED'}  fixtures: ${what} (${seconds} s)${problems && `\n${problems}`}`,
  );
  if (problems !== '') failed += 1;
}

function apply(): void {
  const begun = Date.now();
  copyProject(ROOT, copy);
  const problems = FIXTURES.flatMap((fixture) => listForbidden(fixture, applyFixture(ROOT, copy, fixture)));
  report('each changes only what its recipe allows', begun, problems.join('\n'));
}

/** Compares all files, so that nothing that a script writes goes unnoticed. */
function compare(): void {
  const begun = Date.now();
  const allowed = FIXTURES.map((fixture) => fixture.allowed);
  report('no other file of the project has changed', begun, findForbiddenChanges(ROOT, copy, allowed).join('\n'));
}

/**
 * Checks the types of the code without tests. Repeats only what has changed since the last time with the same fixtures:
 * the compiler wouldn’t check again what depends on a type that another file extends.
 */
async function checkTypes(): Promise<void> {
  const hash = createHash('sha256');
  for (const path of globSync('fixtures/**/*.*', { cwd: ROOT }).sort()) hash.update(readFileSync(join(ROOT, path)));
  const kept = join(CACHE, `${hash.digest('hex').slice(0, 16)}.tsbuildinfo`);
  const own = join(copy, 'fixtures/types.tsbuildinfo');
  if (existsSync(kept)) copyFileSync(kept, own);
  await run('types', 'node_modules/typescript/bin/tsc', '--project', 'fixtures');
  if (!existsSync(own)) return;
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  copyFileSync(own, kept);
}

try {
  apply();
  for (const name of ['db-types', 'messages', 'docs']) await run(name, 'scripts/run.mjs', name);
  compare();
  if (isFull) {
    await run('npm run check', 'scripts/run.mjs', 'check');
    await run('tests of rules', 'node_modules/vitest/vitest.mjs', 'run', '--project=rules', '--testTimeout=30000');
    await run('tests of what features add', 'node_modules/vitest/vitest.mjs', 'run', ...API_TESTS);
    const journeys = FIXTURES.flatMap(({ name }) => globSync(`fixtures/${name}/e2e/journeys/*`, { cwd: ROOT }));
    const names = journeys.map((path) => path.split('/').at(-1)!);
    await run('the built site', 'scripts/run.mjs', 'build');
    await run('journeys', 'node_modules/@playwright/test/cli.js', 'test', '--reporter=line', ...names);
  } else await checkTypes();
} finally {
  if (process.argv.includes('--keep')) console.log(`The copy is in ${copy}`);
  else rmSync(copy, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
