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
/** Begins the hydration, so it is a file of its own: in a file that the pages import too it would run before they are there. */
const ENTRY = join(SRC, 'site/start.tsx');
/** What runs on every page of the site. */
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

/** Pages where visitors arrive from outside. Their styles share one sheet, so that a first visit waits for only one. */
const ENTERED = new Set(['home', 'story', 'chapter', 'user', 'search']);

/**
 * Returns the file for modules that these bundles need; null leaves them to the bundler. Modules of a single bundle are
 * in that bundle’s own file. Shared modules are in a file that each bundle fetches anyway, or that contains little
 * else: a page must not fetch another page’s file for one component. The imports of a module are needed by at least the
 * same bundles. They are therefore in the same file or in one that is named earlier here, and files never import each
 * other in a cycle.
 */
export function fileFor(needing: readonly Needing[]): string | null {
  const [first, second] = needing;
  if (!first) return null;
  const names = new Set(needing.map(({ name }) => name));
  const pages = needing.filter(({ kind }) => kind === 'page');
  // What plain scripts need is in files without React. What visitors need too is in `plain`.
  if (second && (names.has('plain') || (names.has('member') && pages.length > 0))) return 'plain';
  if (names.has('member')) return 'member';
  if (['home', 'story', 'chapter'].every((name) => names.has(name))) return 'shell';
  const [page] = pages;
  if (names.has('chapter') && names.has('signup')) return 'common';
  if (names.has('story') && names.has('chapter')) return 'prose';
  // The bundler keeps it with its entry module.
  if (!second && (first.kind === 'page' || (first.roots.length === 1 && !SHARED.includes(first.name)))) return null;
  if (!second) return first.name;
  if (names.has('chapter')) return 'reading';
  const isEntered = pages.some(({ name }) => ENTERED.has(name));
  if (names.has('home') || names.has('user') || (isEntered && names.has('signup'))) return 'lists';
  if (names.has('story')) return 'stories';
  if (names.has('signup')) return 'forms';
  if (page) return 'pages';
  if (needing.some(({ name }) => name.startsWith('member-'))) return 'own';
  return needing.every(({ kind }) => kind === 'editor') ? 'editors' : 'rooms';
}

let files: Map<string, string | null> | null = null;

/** Returns the output file of a module; null leaves it to the bundler. */
function fileOf(id: string, graph: ModuleGraph): string | null {
  if (!files) {
    const bundles = readBundles(graph);
    const needed = new Map<string, Bundle[]>();
    for (const bundle of bundles)
      for (const each of bundle.coming) needed.set(each, [...(needed.get(each) ?? []), bundle]);
    files = new Map();
    for (const [each, needing] of needed) {
      const isOnSheet = each.endsWith('.css') && needing.some(({ name }) => ENTERED.has(name));
      files.set(each, isOnSheet ? 'shell' : fileFor(needing));
    }
    for (const each of comingWith(EVERYWHERE, graph))
      files.set(each, ['plain', 'member'].includes(files.get(each) ?? '') ? 'plain' : 'shell');
    files.delete(ENTRY);
  }
  return files.get(id) ?? null;
}

/** Texts that are needed together share one file per language. */
const TEXTS: Record<string, string> = { accounts: 'signup', errors: 'signup' };

function textsOf(id: string): string | null {
  const [, language, part] = /\/locales\/([a-z]{2})\/([\w-]+)\.json$/.exec(id) ?? [];
  return part !== undefined && part in TEXTS ? `${TEXTS[part]}-${language}` : null;
}

/** In order of priority: a group includes what its modules import, except for what earlier groups include. */
export const SHARED = [
  'plain',
  'member',
  'shell',
  'common',
  'prose',
  'reading',
  'lists',
  'stories',
  'forms',
  'pages',
  'own',
  'rooms',
  'editors',
];

/**
 * Groups scripts and styles into files. On a slow connection, a first visit waits for every file, and each wave of
 * requests waits for the previous one. Small files also compress poorly.
 */
export const GROUPS = [
  { debugName: 'texts', name: textsOf },
  ...SHARED.map((file) => ({
    debugName: file,
    name: (id: string, graph: ModuleGraph) => (fileOf(id, graph) === file ? file : null),
  })),
  { debugName: 'bundles', name: fileOf },
].map((group, i, { length }) => ({ ...group, priority: length - i }));
