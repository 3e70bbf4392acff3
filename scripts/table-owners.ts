import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a module exports that declares tables (`platform/db/tables.ts`). */
type Declared = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Returns the folder that owns each table. Only its `*.repo.ts` files write to it. */
async function readOwners(root: string): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const path of globSync('src/{platform,features/*/server}/tables.ts', { cwd: root })) {
    const exported: Declared = await import(join(root, path));
    const folder = path.replace(/(\/server)?\/tables\.ts$/, '/');
    for (const tables of Object.values(exported)) for (const table of Object.keys(tables)) owners.set(table, folder);
  }
  return owners;
}

/** What a repo may import besides SQL: models and other repos. Notices, caches, jobs and permissions are the service’s. */
const OUTSIDE_SQL =
  /#platform\/(cache|jobs|mail|live|http)\/|#features\/messages\/server|#core\/decision\.ts|'\.\.\/(cache|jobs|mail|live|http)\/|invalidateCacheTags|\bnotify\w*/;

/** Writes of the query builder, those in raw SQL, and moves of a status. */
const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\btable: '(\w+)',\s+column: /g,
];
/** Writes whose table a reader of the code can’t see. */
const HIDDEN = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*')/g;

// Only comments that start a line: `/*` may also be part of a string.
const withoutComments = (source: string) =>
  source.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));

/** Returns a sentence for each write outside the repos of the table’s owner, and for each repo that does more than SQL. */
export async function findForeignWrites(root: string): Promise<string[]> {
  const ownerOf = await readOwners(root);
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(test|test-kit|test-child)\.tsx?$|\/testing\//.test(path),
  );
  const found = paths.sort().flatMap((path) => {
    const source = withoutComments(readFileSync(join(root, path), 'utf8'));
    const lineAt = (index: number) => source.slice(0, index).split('\n').length;
    const writes = WRITES.flatMap((pattern) => [...source.matchAll(pattern)]).flatMap(({ index, 1: table }) => {
      const owner = ownerOf.get(table!);
      if (owner === undefined) return [];
      // The platform has one small module for each of its tables.
      const isRepo = path.startsWith(owner) && (path.endsWith('.repo.ts') || owner === 'src/platform/');
      return isRepo ? [] : [`${path}:${lineAt(index)} writes to ${table}, which ${owner} owns`];
    });
    const hidden = [...source.matchAll(HIDDEN)].map(({ index }) => `${path}:${lineAt(index)} doesn’t name the table`);
    const isMore = path.endsWith('.repo.ts') && OUTSIDE_SQL.test(source) ? [`${path} does more than SQL`] : [];
    return [...writes, ...hidden, ...isMore];
  });
  return found;
}
