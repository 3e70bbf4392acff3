import { join, resolve } from 'node:path';
import { PLAIN_SCRIPTS } from './plain-scripts.ts';

interface ModuleGraph {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

const WEB = join(import.meta.dirname, '../../src/web');
/** Begins the hydration, so it is a file of its own: in a file that the pages import too it would run before they are there. */
const ENTRY = 'entry.client.tsx';
/** What runs on every page of the site. */
const EVERYWHERE = ['root.tsx', ENTRY];
/** The pages that visitors come to from outside. */
const READING = ['home', 'story', 'chapter', 'user', 'about', 'agreement', 'search-result'];
const READING_ROUTES = [...READING.map((name) => `routes/${name}.tsx`), 'layout/site.tsx', 'layout/reading.tsx'];
const HOME = ['routes/home.tsx', 'layout/site.tsx'];
const STORY = ['routes/story.tsx', 'layout/site.tsx'];
const CHAPTER = ['routes/chapter.tsx', 'layout/reading.tsx'];

/** Tells which modules come with these, themselves and all that they import right away. */
function comingWith(files: readonly string[]): (id: string, graph: ModuleGraph) => boolean {
  let coming: Set<string> | null = null;
  return (id, graph) => {
    if (!coming) {
      coming = new Set();
      const queue = files.map((file) => resolve(WEB, file));
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
const plain = comingWith(PLAIN_SCRIPTS);
const reading = comingWith([...EVERYWHERE, ...READING_ROUTES]);
const [home, story, chapter] = [comingWith(HOME), comingWith(STORY), comingWith(CHAPTER)];

/** Tells which file of the build a module goes to; null leaves it to the next of the groups, and at last to the bundler. */
function group(name: string, holds: (id: string, graph: ModuleGraph) => boolean) {
  const isScript = (id: string) => !id.endsWith('.css') && id !== join(WEB, ENTRY);
  // Drawings hang together by the list of all of them, which every page imports.
  const isDrawing = (id: string) => id.includes('/node_modules/lucide/');
  return (id: string, graph: ModuleGraph) => (isScript(id) && !isDrawing(id) && holds(id, graph) ? name : null);
}

const styles = (id: string, graph: ModuleGraph) =>
  id.endsWith('.css') && (reading(id, graph) || plain(id, graph)) ? 'reading' : null;

/**
 * The files that scripts and styles are put together in, the first group first; a group takes along what its modules need.
 * A first visit on a slow line waits for every file, and small ones pack badly: the styles of the pages for reading are
 * one, and the scripts that every page needs are one with those that the home page, stories and chapters all need. What
 * stories and chapters need beyond that is another, and the rest of chapters.
 */
export const GROUPS = [
  styles,
  group('plain', (id, graph) => !PLAIN_SCRIPTS.includes(id) && plain(id, graph)),
  group('shell', (id, graph) => everywhere(id, graph) || [home, story, chapter].every((needs) => needs(id, graph))),
  group('texts', (id, graph) => story(id, graph) && chapter(id, graph)),
  group('chapter', chapter),
].map((name, i, { length }) => ({ name, priority: length - i }));
