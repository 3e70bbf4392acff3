import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { ModulePlace } from '../../src/site/later-modules.ts';

const SRC = join(import.meta.dirname, '../../src');
const FETCH = /\bimport\((["'`])\.\/([^"'`]+)\1\)/g;
/** Vite’s helper around each `import()`. It preloads files, which `laterModules.load` does already, and texts need none. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** A call of the helper. The names in it are the exports that are used. */
const WRAPPED =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await (laterModules\.load\("[^"]*"\));\s*return \{[^}]*\};\s*\}|((?:laterModules\.load|import)\("[^"]*"\)(?:\.then\(\((\w+)\) => \3\.\w+\))?)), __VITE_PRELOAD__\)/g;
/** A file that only re-exports from another: the bundler’s output for a module that it merged with others. */
const HANDS_ON = /^export\s*\{([^}]*)\}\s*from\s*"\.\/([\w.-]+\.js)";\s*$/;

/**
 * Name of a lazily loaded module. It doesn’t change when the module or its file does. It is a hash, because every page
 * with React loads the names of all modules twice.
 */
export const nameOf = (module: string) =>
  createHash('sha256').update(relative(SRC, module)).digest('base64url').slice(0, 3);

/** Texts are only referenced by the module of their language, which changes with them. */
const isText = (module: string) => module.endsWith('.json');

/** Reads an export list such as `t as LoginDialog,n as default`: the name in the module → the name in the file. */
function exportsIn(list: string): Record<string, string> {
  const names = list.split(',').map((entry) => entry.trim().split(' as '));
  return Object.fromEntries(names.map(([held, asked = held]) => [asked, held]));
}

/**
 * Makes scripts load modules by name instead of by file name, which contains a hash. Otherwise a script would change
 * whenever a module changes that it loads later, and with it everything that imports the script. The script that starts
 * React contains the file of each module (`laterModules`).
 */
export function laterModules(): Plugin[] {
  const applyToEnvironment: Plugin['applyToEnvironment'] = ({ name }) => name === 'client';
  const withoutHelper: Plugin = {
    name: 'skein-without-preload-helper',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment,
    load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
  };
  const byName: Plugin = {
    name: 'skein-later-modules',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment,
    renderChunk(code, _, __, { chunks }) {
      const named = code.replace(FETCH, (fetch, _quote, file: string) => {
        const module = chunks[`assets/${file}`]?.facadeModuleId;
        if (!module) throw new Error(`No module is the entry of ${file}`);
        return isText(module) ? fetch : `laterModules.load(${JSON.stringify(nameOf(module))})`;
      });
      const bare = named.replace(WRAPPED, (_, destructured, whole) => destructured ?? whole);
      return bare === code ? null : { code: bare, map: null };
    },
  };
  return [withoutHelper, byName];
}

/**
 * Returns the statement that sets which file contains which module (`site/later-modules.ts`), and removes files that
 * only re-export from others. `loaded` are the files that are loaded when it runs.
 */
export function placesOfModules(bundle: Rolldown.OutputBundle, loaded: readonly string[]): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files: string[] = [];
  const indexOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const comingWith = (chunk: Rolldown.OutputChunk) => {
    const coming = new Set([chunk.fileName]);
    for (const file of coming) for (const next of byName.get(file)?.imports ?? []) coming.add(next);
    for (const file of [...coming])
      for (const css of byName.get(file)?.viteMetadata?.importedCss ?? []) coming.add(css);
    return [...coming].filter((file) => !loaded.includes(file) && file !== chunk.fileName);
  };
  const places: Record<string, ModulePlace> = {};
  for (const chunk of chunks) {
    const { facadeModuleId: module, isDynamicEntry, isEntry, fileName } = chunk;
    if (!isDynamicEntry || !module || isText(module)) continue;
    const [, exports, file] = HANDS_ON.exec(chunk.code) ?? [];
    const holder = byName.get(`assets/${file}`);
    const place = holder ?? chunk;
    const at = [indexOf(place.fileName), comingWith(place).map(indexOf)] as const;
    const name = nameOf(module);
    if (name in places) throw new Error(`${module} has the name of another module: make the names longer`);
    places[name] = holder ? [...at, exportsIn(exports!)] : at;
    if (holder && !isEntry) delete bundle[fileName];
  }
  return `self.modulePlaces=${JSON.stringify([files, places])};`;
}
