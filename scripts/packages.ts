import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ageProblems, formatAges, lockedPackages, minReleaseAge, type PackageAges } from '../tools/package-ages.ts';

// Keeps package-ages.json, the list of when each locked version was published and added. Run it after `npm install`: it
// asks npm about versions that are new in the lock file. `--check` works offline, and only says what is wrong.
const ROOT = join(import.meta.dirname, '..');
const LIST = join(ROOT, 'package-ages.json');
const read = (name: string) => readFile(join(ROOT, name), 'utf8');

const locked = lockedPackages(JSON.parse(await read('package-lock.json')));
const known = JSON.parse(await read('package-ages.json')) as PackageAges;

/** Returns the day on which a version was published. */
async function publishedOn(version: string): Promise<string> {
  const at = version.lastIndexOf('@');
  const { stdout } = await promisify(execFile)('npm', ['view', version.slice(0, at), 'time', '--json'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const time = (JSON.parse(stdout) as Record<string, string>)[version.slice(at + 1)];
  if (!time) throw new Error(`The registry doesn’t say when ${version} was published.`);
  return time.slice(0, 10);
}

let ages = known;
if (!process.argv.includes('--check')) {
  const added = new Date().toISOString().slice(0, 10);
  const entries: [string, PackageAges[string]][] = [];
  for (const version of locked)
    entries.push([version, known[version] ?? { published: await publishedOn(version), added }]);
  ages = Object.fromEntries(entries);
  await writeFile(LIST, formatAges(ages));
}
const problems = ageProblems(locked, ages, minReleaseAge(await read('.npmrc')));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
