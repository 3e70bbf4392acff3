import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BUNDLES, type BundleKind } from './bundles.ts';

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
interface ModuleGraph {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

const SRC = join(import.meta.dirname, '../../src');
/** Starts React. A file of its own: in a file that pages also import, it would run before they are loaded. */
const ENTRY = join(SRC, 'site/start.tsx');
/** What React needs on every page. */
const EVERYWHERE = [join(SRC, 'site/root.tsx'), ENTRY];

/** Returns these modules and everything that they import statically. */
function comingWith(roots: readonly string[], graph: ModuleGraph): Set<string> {
  const coming = new Set(roots);
  for (const id of coming) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) coming.add(next);
  return coming;
}

/** Modules that are imported dynamically from anywhere. Each is a bundle root. */
function laterRoots(graph: ModuleGraph): Set<string> {
  const seen = new Set([...EVERYWHERE, ...globSync(`${SRC}/site/pages/*.{view,room}.tsx`)]);
  const later = new Set<string>();
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) seen.add(next);
    for (const next of info?.dynamicallyImportedIds ?? []) {
      seen.add(next);
      if (next.startsWith(SRC)) later.add(next);
    }
  }
  return later;
}

export interface Needing {
  readonly name: string;
  readonly kind: BundleKind;
  /** Entry modules. */
  readonly roots: readonly string[];
}

interface Bundle extends Needing {
  readonly coming: Set<string>;
}

/** All bundles with their modules. A dynamic import that bundles.ts doesn’t list is a bundle by itself. */
function readBundles(graph: ModuleGraph): Bundle[] {
  const listed = BUNDLES.map(({ files, ...bundle }) => ({ ...bundle, roots: files.map((file) => join(SRC, file)) }));
  const known = new Set(listed.flatMap(({ roots }) => roots));
  const rest = [...laterRoots(graph)]
    .filter((id) => !known.has(id))
    .map((id) => ({ name: basename(id).split('.')[0]!, kind: 'room' as const, roots: [id] }));
  return [...listed, ...rest].map((bundle) => ({ ...bundle, coming: comingWith(bundle.roots, graph) }));
}

/** Bundles with islands that visitors load, too. */
const OF_VISITORS = ['home', 'search', 'story', 'chapter'];

/**
 * Returns the file for modules that these bundles need, or null to let the bundler decide. Modules of a single bundle
 * are in that bundle’s own file. The imports of a module are needed by at least the same bundles. They are therefore in
 * the same file or in one that is named earlier here, and files never import each other in a cycle.
 */
export function fileFor(needing: readonly Needing[]): string | null {
  const [first, second] = needing;
  if (!first) return null;
  // The bundler keeps it with its entry module.
  if (!second) return first.roots.length === 1 && !SHARED.includes(first.name) ? null : first.name;
  const names = new Set(needing.map(({ name }) => name));
  // Readers without React load it on pages that count down, so it has nothing else.
  if (names.has('clock')) return 'clock';
  if (['plain', 'resume', 'aids'].some((name) => names.has(name))) return 'plain';
  if (names.has('member') || names.has('needs')) return 'member';
  if (OF_VISITORS.some((name) => names.has(name))) return 'islands';
  if (needing.every(({ kind }) => kind === 'editor')) return 'editors';
  return needing.some(({ kind }) => kind === 'part') ? 'parts' : 'rooms';
}

let files: Map<string, string | null> | null = null;

/** Returns the output file of a module, or null to let the bundler decide. */
function fileOf(id: string, graph: ModuleGraph): string | null {
  if (!files) {
    const bundles = readBundles(graph);
    const needed = new Map<string, Bundle[]>();
    for (const bundle of bundles)
      for (const each of bundle.coming) needed.set(each, [...(needed.get(each) ?? []), bundle]);
    files = new Map();
    for (const [each, needing] of needed) files.set(each, fileFor(needing));
    // On pages without React, `plain` is the file that plain scripts share with each other and with everything else.
    for (const each of comingWith(EVERYWHERE, graph))
      if (files.get(each) !== 'clock')
        files.set(each, ['plain', 'member'].includes(files.get(each) ?? '') ? 'plain' : 'site');
    files.delete(ENTRY);
  }
  return files.get(id) ?? null;
}

/** Libraries stay cached in browsers across releases, because none of their files imports a script of ours. */
const LIBRARIES: Record<string, RegExp> = {
  react: /\/node_modules\/(react|react-dom|scheduler|@lingui)\/|vite\/preload-helper/,
  // For members’ calls. Visitors don’t need them.
  queries: /\/node_modules\/@tanstack\//,
};

/** The libraries of the editors make up most of what browsers cache of this site. */
const writingLibraries = (id: string, graph: ModuleGraph) =>
  id.includes('/node_modules/') && fileOf(id, graph) === 'editors' ? 'writing' : null;

/** In order of priority: a group includes what its modules import, except for what earlier groups include. */
export const SHARED = ['clock', 'plain', 'member', 'site', 'islands', 'parts', 'rooms', 'editors'];

/**
 * Groups scripts and styles into files. On a slow connection, a first visit waits for every file, and each wave of
 * requests waits for the previous one. Small files also compress poorly.
 */
export const GROUPS = [
  ...Object.entries(LIBRARIES).map(([file, modules]) => ({
    debugName: file,
    name: (id: string) => (modules.test(id) ? file : null),
  })),
  { debugName: 'writing', name: writingLibraries },
  ...SHARED.map((file) => ({
    debugName: file,
    name: (id: string, graph: ModuleGraph) => (fileOf(id, graph) === file ? file : null),
  })),
  { debugName: 'bundles', name: fileOf },
].map((group, i, { length }) => ({ ...group, priority: length - i }));
