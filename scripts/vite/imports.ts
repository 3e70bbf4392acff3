import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const SRC = join(import.meta.dirname, '../../src');
const IMPORT = /^(?:import|export)\b[^'"]*?['"]([^'"]+)['"]/gm;

/** Returns the file of an import of our own. Null for packages and virtual modules. */
function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith('#')) return join(SRC, specifier.slice(1));
  return specifier.startsWith('.') ? resolve(dirname(importer), specifier) : null;
}

export interface SourceFile {
  readonly path: string;
  readonly code: string;
  /** The file that imports it first. Null for the roots. */
  readonly importer: SourceFile | null;
}

/** Returns these files and everything of ours that they import statically, depth first, without type imports. */
export function readImports(roots: readonly string[]): SourceFile[] {
  const found = new Map<string, SourceFile>();
  const visit = (path: string, importer: SourceFile | null) => {
    if (found.has(path)) return;
    const file: SourceFile = { path, code: readFileSync(path, 'utf8'), importer };
    found.set(path, file);
    if (path.endsWith('.css')) return;
    for (const [statement, specifier = ''] of file.code.matchAll(IMPORT)) {
      const next = /^(import|export) type\b/.test(statement) ? null : fileOf(specifier, path);
      if (next && /\.(tsx?|css)$/.test(next)) visit(next, file);
    }
  };
  for (const root of roots) visit(root, null);
  return [...found.values()];
}
