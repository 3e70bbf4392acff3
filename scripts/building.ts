import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'build/client');
/** Written last, so that a build that was cut off is not taken for one. */
const STAMP = join(ROOT, 'build/stamp');
const SOURCES = [
  'src',
  'locales',
  'public',
  'scripts/vite',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.txt']);

async function newest(path: string): Promise<number> {
  const info = await stat(join(ROOT, path));
  if (!info.isDirectory()) return info.mtimeMs;
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true });
  const times = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  );
  return Math.max(0, ...times);
}

/** True when the pages are not built, or were built from older sources. */
export async function needsBuild(): Promise<boolean> {
  if (!existsSync(STAMP)) return true;
  const built = (await stat(STAMP)).mtimeMs;
  return Math.max(...(await Promise.all(SOURCES.map(newest)))) > built;
}

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

/** Every file in the encodings that browsers take, so that none is compressed while somebody waits. */
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
    // Tiny files only grow.
    if (br.length < bytes.length) await writeFile(`${path}.br`, br);
    if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
  }
}

/** Builds the pages for production. */
export async function build(): Promise<void> {
  await rm(join(ROOT, 'build'), { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, 'node_modules/@react-router/dev/dist/cli/index.js'), 'build']);
  await compressFiles();
  await writeFile(STAMP, new Date().toISOString());
}
