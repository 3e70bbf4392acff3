import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const WEB = join(import.meta.dirname, '../../src/web');
/** Begins the hydration, so it is a file of its own: in a file that the pages import too it would run before they are there. */
const ENTRY = 'entry.client.tsx';
/** What runs on every page of the site. */
const EVERYWHERE = ['root.tsx', ENTRY];
/** The pages that visitors come to from outside. */
const READING = ['home', 'story', 'chapter', 'user', 'about', 'agreement', 'search-result'];
const READING_ROUTES = [...READING.map((name) => `routes/${name}.tsx`), 'layout/site.tsx', 'layout/reading.tsx'];

/** Tells which modules come with these, themselves and all that they import right away. */
function comingWith(files: readonly string[]): (id: string, graph: ModuleGraph) => boolean {
  let coming: Set<string> | null = null;
  return (id, graph) => {
    if (!coming) {
      coming = new Set();
      const queue = files.map((file) => join(WEB, file));
      for (const one of queue) {
        if (coming.has(one)) continue;
        coming.add(one);
        queue.push(...(graph.getModuleInfo(one)?.importedIds ?? []));
      }
    }
    return coming.has(id);
  };
}

const everywhere = comingWith(EVERYWHERE);
const reading = comingWith([...EVERYWHERE, ...READING_ROUTES]);

/**
 * Which file of the build a module goes to, or null for the bundler to decide. A first visit on a slow line waits for
 * every file: the styles of the pages for reading are one, and the scripts that every page needs are one.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  if (id.endsWith('.css')) return reading(id, graph) ? 'reading' : null;
  // Drawings hang together by the list of all of them, which every page imports.
  if (id.includes('/node_modules/lucide/')) return null;
  return everywhere(id, graph) && id !== join(WEB, ENTRY) ? 'shell' : null;
}
