import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPastTheGate } from './gate.ts';
import { findMigrationProblems } from './migration-order.ts';
import { findModeNames } from './mode-names.ts';
import { findWrittenAddresses } from './page-addresses.ts';
import { findMissingClasses } from './style-classes.ts';
import { findForeignWrites } from './table-owners.ts';
import { findUnionCasts } from './union-casts.ts';

// All static checks of the code, which don’t run the site. Runs every check, even if one fails.
const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const script = (name: string, ...args: string[]) => [process.execPath, join(ROOT, 'scripts/run.mjs'), name, ...args];

const STEPS: [name: string, command: string[]][] = [
  ['messages', script('messages', '--check')],
  ['types', [join(BIN, 'tsc')]],
  ['lint and format', [join(BIN, 'biome'), 'check', '.']],
  [
    'imports',
    [
      join(BIN, 'depcruise'),
      'src',
      'packages',
      'e2e',
      'tools',
      'scripts',
      'bench',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
    ],
  ],
  ['dead code', [join(BIN, 'knip')]],
  ['row types', script('db-types', '--check')],
  ['documentation', script('docs', '--check')],
  ['ages of packages', script('packages', '--check')],
];

const MAX_LINES = 400;
const MAX_TEST_LINES = 600;

/** Returns files that are too long to be read at once. */
function longFiles(): string[] {
  return ['src', 'packages', 'scripts', 'tools', 'e2e', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && entry.name !== 'schema.ts')
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(
        (path) =>
          readFileSync(path, 'utf8').split('\n').length >
          (/\.(test|spec)\./.test(path) ? MAX_TEST_LINES : MAX_LINES) + 1,
      ),
  );
}

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

/**
 * Returns packages for other platforms that the lock file names but doesn’t contain. npm leaves them out if the
 * registry doesn’t have them, and then refuses to install from that lock file.
 */
function missingFromLock(): string[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const names = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const wanted = Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return [...new Set(wanted)].filter((name) => !names.has(name));
}

/** Returns files with raw colors, except for the one with the tokens. */
function rawColours(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css') && entry.name !== 'tokens.css')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|light-dark\(/i.test(readFileSync(path, 'utf8')));
}

function run(command: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command[0]!, command.slice(1), { cwd: ROOT });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

let failed = 0;
function tell(name: string, begun: number, problems: string): void {
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (problems === '') console.log(`ok      ${name} (${seconds} s)`);
  else {
    failed += 1;
    console.log(`FAILED  ${name} (${seconds} s)\n${problems}`);
  }
}

for (const [name, command] of STEPS) {
  const begun = Date.now();
  const { code, output } = await run(command);
  tell(name, begun, code === 0 ? '' : output.trim() || `ended with ${code}`);
}
const begun = Date.now();
tell(
  'short files',
  begun,
  longFiles()
    .map((path) => `${path} is longer than ${MAX_LINES} lines`)
    .join('\n'),
);
tell(
  'tokens',
  begun,
  rawColours()
    .map((path) => `${path} contains a raw color; name it in tokens.css`)
    .join('\n'),
);
tell(
  'types without holes',
  Date.now(),
  findUnionCasts(ROOT)
    .map(({ file, line, text }) => `${file}:${line} casts: ${text}`)
    .join('\n'),
);
tell('style classes', Date.now(), findMissingClasses(ROOT).join('\n'));
tell('page addresses', Date.now(), findWrittenAddresses(ROOT).join('\n'));
tell('one gate', Date.now(), findPastTheGate(ROOT).join('\n'));
tell('migrations', Date.now(), findMigrationProblems(ROOT).join('\n'));
tell('mode names', Date.now(), findModeNames(ROOT).join('\n'));
tell('table owners', Date.now(), (await findForeignWrites(ROOT)).join('\n'));
tell(
  'lock file',
  begun,
  missingFromLock()
    .map((name) => `package-lock.json does not contain ${name}`)
    .join('\n'),
);
if (failed > 0) {
  console.error(`${failed} checks failed`);
  process.exit(1);
}
