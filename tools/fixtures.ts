import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { diffLines } from 'diff';

/** Text that is added to an existing file, directly after a text that the file contains once. */
export interface Insertion {
  readonly file: string;
  readonly after: string;
  readonly add: string;
}

/** What a recipe of docs/adding-a-feature.md allows to change outside of generated files. */
export interface AllowList {
  /** New files. */
  readonly files: readonly RegExp[];
  /** Existing files, with the maximum number of lines that are added or changed in each. */
  readonly lines: Readonly<Record<string, number>>;
}

/**
 * Code that carries out a recipe and isn’t part of the product. `fixtures/NAME` has its new files, at the paths that they
 * get in a copy of the project.
 */
export interface Fixture {
  readonly name: string;
  readonly insertions: readonly Insertion[];
  readonly allowed: AllowList;
}

/** Files that scripts write after a change: `npm run db:types`, `npm run messages`, `npm run docs`. */
const GENERATED: ReadonlySet<string> = new Set([
  'src/platform/db/schema.ts',
  'locales/messages.d.ts',
  'docs/generated/api.md',
  'docs/generated/states.md',
  'README.md',
]);
/** What a copy doesn’t need, or makes itself. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'build', 'data', 'test-results', 'playwright-report']);

const within = (root: string) =>
  globSync('**/*', { cwd: root, withFileTypes: true, exclude: ({ name }) => LEFT_OUT.has(name) }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
  );

/** Copies the project into a folder. It shares the installed packages, but not what tools keep beside them. */
export function copyProject(root: string, copy: string): void {
  for (const name of readdirSync(root))
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  const packages = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@skein'), { recursive: true });
  for (const name of readdirSync(packages))
    if (!['.cache', '.vite', '@skein'].includes(name))
      symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  // Links of workspace packages are relative.
  for (const name of readdirSync(join(packages, '@skein')))
    symlinkSync(readlinkSync(join(packages, '@skein', name)), join(copy, 'node_modules/@skein', name));
}

/**
 * Applies a fixture to a copy of the project. Returns the paths that changed.
 * @throws if a new file exists already, or if a text to insert something after isn’t there exactly once
 */
export function applyFixture(root: string, copy: string, { name, insertions }: Fixture): string[] {
  const folder = join(root, 'fixtures', name);
  const added = within(folder);
  for (const path of added) {
    const target = join(copy, path);
    if (existsSync(target)) throw new Error(`fixtures/${name}/${path}: the project has this file`);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(folder, path), target);
  }
  for (const { file, after, add } of insertions) {
    const parts = readFileSync(join(copy, file), 'utf8').split(after);
    if (parts.length !== 2)
      throw new Error(`fixtures/list.ts: ${file} contains this ${parts.length - 1} times instead of once: ${after}`);
    writeFileSync(join(copy, file), parts.join(`${after}${add}`));
  }
  return [...added, ...new Set(insertions.map(({ file }) => file))];
}

/** Number of lines that are new or changed. A line that was removed counts, too. */
function countChanges(before: string, now: string): number {
  const counts = { added: 0, removed: 0 };
  for (const { added, removed, count } of diffLines(before, now)) {
    if (added) counts.added += count;
    if (removed) counts.removed += count;
  }
  return Math.max(counts.added, counts.removed);
}

/** Returns a sentence for each of these paths that the recipe of the fixture doesn’t allow to change. */
export function listForbidden({ name, allowed }: Fixture, changed: readonly string[]): string[] {
  return changed
    .filter((path) => !(path in allowed.lines) && !allowed.files.some((file) => file.test(path)))
    .map((path) => `${name}: ${path}`);
}

/** Returns a sentence for each path that these allow-lists don’t allow to differ between the project and its copy. */
export function findForbiddenChanges(root: string, copy: string, allowed: readonly AllowList[]): string[] {
  const [before, now] = [new Set(within(root)), new Set(within(copy))];
  const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
  const deleted = [...before].filter((path) => !now.has(path)).map((path) => `${path} is missing`);
  const added = [...now]
    .filter((path) => !before.has(path) && !allowed.some(({ files }) => files.some((file) => file.test(path))))
    .map((path) => `${path} is new`);
  const changed = [...now].flatMap((path) => {
    if (!before.has(path) || GENERATED.has(path)) return [];
    const [old, text] = [read(root, path), read(copy, path)];
    if (old === text) return [];
    const most = allowed.reduce((sum, { lines }) => sum + (lines[path] ?? 0), 0);
    const count = countChanges(old, text);
    return count > most ? [`${path} has ${count} changed lines instead of ${most}`] : [];
  });
  return [...deleted, ...added, ...changed].sort();
}
