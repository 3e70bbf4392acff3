import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atLeast, atMost } from '../load-site.ts';

const ROOT = join(import.meta.dirname, '../../..');
const run = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd: ROOT, maxBuffer: 2 ** 28 });
/** Forms of keys that are never meant to be published. */
const SECRET =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n[A-Za-z0-9+/]|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[bp]-\d{8}/;

// What the site is made of, and that nothing secret is part of it.
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { integrity?: string; link?: boolean; hasInstallScript?: boolean }>;
};
const packages = Object.entries(lock.packages).filter(([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link);
atLeast('locked packages', packages.length, 300);
atMost('of them without a checksum', packages.filter(([, { integrity }]) => !integrity).length, 0);
await run(process.execPath, 'scripts/run.mjs', 'packages', '--check');
await run(process.execPath, 'scripts/run.mjs', 'sbom');
const list = join(ROOT, 'sbom.cdx.json');
const sbom = JSON.parse(readFileSync(list, 'utf8')) as { components: unknown[] };
rmSync(list);
atLeast('components in the SBOM', sbom.components.length, 20);
const { stdout } = await run('git', 'ls-files', '-z');
const tracked = stdout.split('\0').filter((file) => file && existsSync(join(ROOT, file)));
const built = globSync('build/{client,server,site}/**/*.{js,css,json,html}', { cwd: ROOT });
atLeast('files of the build', built.length, 50);
const leaks = [...tracked, ...built].filter((file) => SECRET.test(readFileSync(join(ROOT, file), 'latin1')));
for (const file of leaks) console.log(file);
atMost(`files of ${tracked.length + built.length} with a secret`, leaks.length, 0);
const { stdout: history } = await run(
  'git',
  'log',
  '--all',
  '--format=%h',
  '-G',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----$',
);
atMost('commits with a private key', history.trim() === '' ? 0 : history.trim().split('\n').length, 0);
