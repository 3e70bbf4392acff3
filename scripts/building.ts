import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashSources } from '../tools/source-hash.ts';

const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'build/client');
const PAGES = join(ROOT, 'build/server');
const SITE = join(ROOT, 'build/site');
/** Entry module of the built site. Importing it starts the site. */
export const BUILT_SITE = join(SITE, 'main.js');
/** Hash of the sources of the build. Written last, so that an interrupted build isn't mistaken for a complete one. */
const STAMP = join(ROOT, 'build/stamp');
/**
 * Id of the latest build started here. Detects concurrent builds, which would mix their files. Stored outside the build
 * folder, which a build empties.
 */
const BUILDER = join(ROOT, 'node_modules/.cache/skein-builder');
const SOURCES = [
  'src',
  'locales',
  'public',
  'packages',
  'scripts/building.ts',
  'scripts/bundling.ts',
  'tools/narrow.ts',
  'scripts/vite',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.txt']);

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build failed:\n${output}`))));
  });
}

/** Compresses every file with Brotli and gzip, so that nothing has to be compressed during a request. */
async function compressFiles(): Promise<void> {
  const entries = await readdir(CLIENT, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !COMPRESSED.has(extname(entry.name)) || entry.parentPath.includes('.vite')) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    // Very small files only get larger.
    if (br.length < bytes.length) await writeFile(`${path}.br`, br);
    if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
  }
}

/** Builds the pages and the server for production. */
export async function build(): Promise<void> {
  // Remove the stamp first, so that a partly deleted build doesn't count as complete.
  await rm(STAMP, { force: true });
  await rm(join(ROOT, 'build'), { recursive: true, force: true });
  const builder = randomUUID();
  await mkdir(dirname(BUILDER), { recursive: true });
  await writeFile(BUILDER, builder);
  const hash = hashSources(ROOT, SOURCES);
  await run(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--app']);
  // Imported on demand: every start loads this module, and the bundler is large.
  const { bundleServer, narrowScripts } = await import('./bundling.ts');
  await bundleServer(join(ROOT, 'src/server/main.ts'), SITE);
  for (const folder of [PAGES, SITE]) await narrowScripts(folder);
  await compressFiles();
  if ((await readFile(BUILDER, 'utf8').catch(() => '')) !== builder)
    throw new Error('Another build of this folder started during this one. Run `npm run build` again.');
  await writeFile(STAMP, hash);
}

/** Builds unless there is a build of the same sources, made here or in a folder that this one was copied from. */
export async function buildIfNeeded(say: (text: string) => void = () => {}): Promise<void> {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources(ROOT, SOURCES)) return;
  say('Building the site; this takes some seconds …');
  await build();
}
