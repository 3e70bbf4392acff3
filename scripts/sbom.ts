import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '#server/make-folder.ts';
import { failPlainly } from '#server/plain-failure.ts';

// Writes the list of all packages (SBOM, CycloneDX) that a site in production consists of, from the lock file. `--dev`
// adds those of development.
failPlainly();
const ROOT = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { dev: { type: 'boolean' } } });
const file = resolve(positionals[0] ?? join(ROOT, 'sbom.cdx.json'));
const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...(values.dev ? [] : ['--omit=dev'])];
const list = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as {
  metadata: { component: { name: string; type: string } };
  components: unknown[];
};
// npm writes the name of the folder.
const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string };
Object.assign(list.metadata.component, { name, type: 'application' });
await makeFolder(dirname(file));
const unfinished = `${file}.part`;
try {
  writeFileSync(unfinished, `${JSON.stringify(list, null, 2)}\n`);
  renameSync(unfinished, file);
} catch (error) {
  rmSync(unfinished, { force: true });
  throw error;
}
console.log(`${list.components.length} packages are in ${file}.`);
