import { join } from 'node:path';
import type { Plugin } from 'vite';
import { BUNDLES } from './bundles.ts';

/** Pages that React renders. The rooms of editors validate texts with schemas while the user writes. */
const VIEW = /\/site\/pages\/[\w-]+\.(view|room)\.tsx$/;
const EDITOR = /\/(edit-(story|chapter|submission)|translate-(story|chapter))\.room\.tsx$/;
/** What other features show in the rooms of editors. Only these rooms load it. */
const IN_EDITORS = new Set(
  BUNDLES.filter(({ kind }) => kind === 'editor').flatMap(({ files }) =>
    files.map((file) => join(import.meta.dirname, '../../src', file)),
  ),
);

interface Chunk {
  readonly fileName: string;
  readonly name: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

const holdsSchemas = ({ moduleIds }: Chunk) => moduleIds.some((id) => id.includes('/node_modules/zod/'));

const isView = ({ facadeModuleId }: Chunk) => VIEW.test(facadeModuleId ?? '');
const isInEditor = ({ facadeModuleId }: Chunk) => IN_EDITORS.has(facadeModuleId ?? '');

/** Returns the import path from a page to a chunk with the schema library. Null if the page can't load it. */
function wayToSchemas(page: Chunk, chunks: ReadonlyMap<string, Chunk>): Chunk[] | null {
  const ways = new Map<Chunk, Chunk[]>([[page, [page]]]);
  for (const [chunk, way] of ways) {
    if (holdsSchemas(chunk)) return way;
    for (const file of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = chunks.get(file);
      // Only the page itself loads its view.
      if (next && !isView(next) && !isInEditor(next) && !ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return null;
}

/** Fails the client build if a page other than an editor can load the schema library. */
export function noSchemas(): Plugin {
  return {
    name: 'skein-no-schemas',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
      const found = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk' || !(file.isEntry || isView(file)) || EDITOR.test(file.facadeModuleId ?? ''))
          return [];
        const way = wayToSchemas(file, chunks);
        return way ? [way.map(({ name }) => name).join(' → ')] : [];
      });
      if (found.length > 0)
        this.error(
          `These pages would load zod, which only editors may do (scripts/vite/schemas.ts):\n${found.join('\n')}`,
        );
    },
  };
}
