import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const SRC = join(import.meta.dirname, '..');
const CACHE = join(SRC, '../node_modules/.cache/test-children');

/** Changes whenever a source file changes. */
async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(SRC, { recursive: true })).filter((name) => /\.(ts|tsx|json)$/.test(name)).sort();
  const files = await Promise.all(names.map(async (name) => ({ name, info: await stat(join(SRC, name)) })));
  for (const { name, info } of files) hash.update(`${name} ${info.mtimeMs} ${info.size}\n`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Bundles a program into one file, without its packages, and returns the path. For programs that a test starts many
 * times, because most of the cost of starting the server is loading a thousand small modules. Bundles once per version
 * of the sources.
 */
export async function bundleChild(program: string): Promise<string> {
  const name = basename(program, '.ts');
  const folder = join(CACHE, `${name}-${await sourcesHash()}`);
  const file = join(folder, `${name}.mjs`);
  if (existsSync(file)) return file;
  await mkdir(CACHE, { recursive: true });
  for (const old of await readdir(CACHE))
    if (old.startsWith(`${name}-`)) await rm(join(CACHE, old), { recursive: true, force: true });
  const bundle = await rolldown({
    input: { [name]: program },
    platform: 'node',
    cwd: join(SRC, '..'),
    external: (id) => !/^[./#\0]/.test(id),
    plugins: [
      {
        // Migrations, locales and worker threads are located relative to their module.
        name: 'skein-own-place',
        transform: (code, id) =>
          code.includes('import.meta.')
            ? code
                .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
                .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  });
  // Renamed when complete, because another worker may look for it at any time.
  const unfinished = `${folder}.${process.pid}`;
  await bundle.write({
    dir: unfinished,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  await rename(unfinished, folder).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(file)) throw error;
  });
  return file;
}
