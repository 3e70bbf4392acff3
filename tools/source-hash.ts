import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files used only by tests. */
const OF_TESTS = /\.(test|test-kit|test-child)\.tsx?$|(^|\/)testing\//;

/**
 * Returns a hash of the files at these paths, without test files. Folders are read recursively. Contents and names are
 * hashed, but not dates, because they differ in a fresh clone or a copied folder.
 *
 * Reads synchronously, which takes a third of the time of asynchronous reads.
 */
export function hashSources(root: string, paths: readonly string[]): string {
  const files = paths.flatMap((path) => {
    if (!statSync(join(root, path)).isDirectory()) return [path];
    return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  });
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !OF_TESTS.test(name)).sort()) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
