import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

// Writes the list of all packages (SBOM, CycloneDX) that a site in production consists of, from the lock file. `--dev`
// adds those of development.
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
writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
console.log(`${list.components.length} packages are in ${file}.`);
