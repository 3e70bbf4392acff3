import { linkStyles } from '#web/page/link-styles.ts';
import { preload } from '#web/page/preload.ts';

type Exports = Readonly<Record<string, unknown>>;

/**
 * Where a module is: its file, the other files to load with it, and the file’s names for its exports, if they differ.
 */
export type ModulePlace = readonly [
  file: number,
  others: readonly number[],
  exports?: Readonly<Record<string, string>>,
];

declare global {
  /** Written by the build (`scripts/vite/later-modules.ts`): the files, and the place of each lazily loaded module. */
  var modulePlaces: readonly [files: readonly string[], places: Readonly<Record<string, ModulePlace>>] | undefined;
  /** The build replaces `import()` with calls of this. */
  var laterModules: { load: (name: string) => Promise<Exports> };
}

const preloaded = new Set<string>();

/** Loads a module and all its dependencies, style sheets included. */
async function load(name: string): Promise<Exports> {
  const [files, places] = globalThis.modulePlaces!;
  const [file, others, exports] = places[name]!;
  const needed = [file, ...others].map((index) => `/${files[index]}`);
  for (const href of needed) {
    if (preloaded.has(href) || href.endsWith('.css')) continue;
    preloaded.add(href);
    preload(href);
  }
  await linkStyles(needed.filter((href) => href.endsWith('.css')));
  const module: Exports = await import(/* @vite-ignore */ needed[0]!);
  return exports ? Object.fromEntries(Object.entries(exports).map(([asked, held]) => [asked, module[held]])) : module;
}

globalThis.laterModules = { load };
