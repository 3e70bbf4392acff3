import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { BUNDLES } from './bundles.ts';

const SRC = join(import.meta.dirname, '../../src');
const ID = 'virtual:page-files';

/** File names, relative to `/assets/`. */
export interface PageFiles {
  /** Translations by language and part. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Scripts of each `part` bundle and of all its imports, except those on every page. Keyed by bundle name. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

const nameOf = (fileName: string) => fileName.slice('assets/'.length);

function textsOf(chunks: readonly Rolldown.OutputChunk[]): PageFiles['texts'] {
  const texts: Record<string, Record<string, string>> = {};
  for (const { fileName, moduleIds } of chunks)
    for (const id of moduleIds) {
      const [, language, part = 'common'] =
        /\/locales\/([a-z]{2})\/([\w-]+)\.json$/.exec(id) ?? /virtual:language\/([a-z]{2})$/.exec(id) ?? [];
      if (language !== undefined) texts[language] = { ...texts[language], [part]: nameOf(fileName) };
    }
  return texts;
}

function partsOf(chunks: readonly Rolldown.OutputChunk[]): PageFiles['parts'] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const holding = (ids: readonly string[]) =>
    chunks.filter(({ moduleIds }) => ids.some((id) => moduleIds.includes(id)));
  const withImports = (begun: readonly Rolldown.OutputChunk[]) => {
    const coming = new Set(begun);
    for (const { imports } of coming)
      for (const file of imports) {
        const next = byName.get(file);
        if (next) coming.add(next);
      }
    return coming;
  };
  const everywhere = withImports(holding([join(SRC, 'web/root.tsx')]));
  return Object.fromEntries(
    BUNDLES.filter(({ kind }) => kind === 'part').map(({ name, files }) => {
      const coming = [...withImports(holding(files.map((file) => join(SRC, file))))].filter(
        (chunk) => !everywhere.has(chunk),
      );
      return [name, coming.map(({ fileName }) => nameOf(fileName))];
    }),
  );
}

/**
 * Passes the file names of the client build, which runs first, to the server build. A page can then list the files that
 * it needs next, so that the browser doesn't discover them one after another. Empty in development.
 */
export function pageFiles(): Plugin {
  let files: PageFiles = { texts: {}, parts: {} };
  return {
    name: 'skein-page-files',
    enforce: 'post',
    sharedDuringBuild: true,
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(files)}` : null),
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      files = { texts: textsOf(chunks), parts: partsOf(chunks) };
    },
  };
}
