import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Entry files of the editors, which validate texts with schemas while the user writes, and of their layout. */
const EDITORS = /^(edit-(story|chapter|submission)|translate-(story|chapter)|writing)\b/;

interface Chunk {
  readonly fileName: string;
  readonly name: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

const holdsSchemas = ({ moduleIds }: Chunk) => moduleIds.some((id) => id.includes('/node_modules/zod/'));

/** Returns the import path from a page to a chunk with the schema library. Null if the page can't load it. */
function wayToSchemas(page: Chunk, chunks: ReadonlyMap<string, Chunk>): Chunk[] | null {
  const ways = new Map<Chunk, Chunk[]>([[page, [page]]]);
  for (const [chunk, way] of ways) {
    if (holdsSchemas(chunk)) return way;
    for (const file of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = chunks.get(file);
      if (next && !ways.has(next)) ways.set(next, [...way, next]);
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
        if (file.type !== 'chunk' || !file.isEntry || EDITORS.test(basename(file.facadeModuleId ?? ''))) return [];
        const way = wayToSchemas(file, chunks);
        return way ? [way.map(({ name }) => name).join(' → ')] : [];
      });
      if (found.length > 0)
        this.error(
          `These pages would fetch zod, which only editors may (scripts/vite/schemas.ts):\n${found.join('\n')}`,
        );
    },
  };
}
