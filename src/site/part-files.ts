import { linkStyles } from '#web/page/link-styles.ts';

type Exports = Readonly<Record<string, unknown>>;

declare global {
  /** Written by the build (`scripts/vite/part-files.ts`): files, and the place of each module that is fetched later. */
  var partPlaces:
    | readonly [
        files: readonly string[],
        places: Readonly<
          Record<string, readonly [file: number, others: readonly number[], exports?: Readonly<Record<string, string>>]>
        >,
      ]
    | undefined;
  /** What the build makes of `import()`. */
  var partFiles: { load: (name: string) => Promise<Exports> };
}

const preloaded = new Set<string>();

/** Begins to fetch a script, so that it isn't discovered only when its importer has arrived. */
function preload(href: string): void {
  if (preloaded.has(href)) return;
  preloaded.add(href);
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** Loads a module with everything that it needs, style sheets included. */
async function load(name: string): Promise<Exports> {
  const [files, places] = globalThis.partPlaces!;
  const [file, others, exports] = places[name]!;
  const needed = [file, ...others].map((index) => `/${files[index]}`);
  for (const href of needed) if (href.endsWith('.js')) preload(href);
  await linkStyles(needed.filter((href) => href.endsWith('.css')));
  const module: Exports = await import(/* @vite-ignore */ needed[0]!);
  return exports ? Object.fromEntries(Object.entries(exports).map(([asked, held]) => [asked, module[held]])) : module;
}

globalThis.partFiles = { load };
