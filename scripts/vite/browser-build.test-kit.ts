import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Builds modules for browsers with these plugins, without writing files. Paths are relative to the repository. `pages`
 * are the entries.
 */
export async function buildForBrowsers(
  modules: Record<string, string>,
  pages: string[],
  plugins: (Plugin | Plugin[])[],
) {
  const sources = new Map(Object.entries(modules).map(([path, code]) => [join(ROOT, path), code]));
  const given: Plugin = {
    name: 'given',
    enforce: 'pre',
    resolveId: (id) => {
      const path = id.startsWith('/src/') ? join(ROOT, id) : id;
      return sources.has(path) ? path : null;
    },
    load: (id) => sources.get(id) ?? null,
  };
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    plugins: [given, ...plugins],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: pages.map((path) => join(ROOT, path)), preserveEntrySignatures: 'strict' },
    },
  });
  if (!('output' in built)) throw new Error('Nothing was built');
  return built.output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
}
