import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const SRC = join(import.meta.dirname, '../../src');
const ID = 'virtual:document-styles';
const IMPORT = /^(?:import|export)\b[^'"]*?['"]([^'"]+)['"]/gm;

/** Pages whose styles aren't on the shared sheet, because visitors seldom enter the site there. */
const APART = /\/(path|voting|story-map)\.tsx$/;

/** Returns the file of an import of our own. Null for packages and virtual modules. */
function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith('#')) return join(SRC, specifier.slice(1));
  return specifier.startsWith('.') ? resolve(dirname(importer), specifier) : null;
}

/** Returns the style sheets that these modules and their static imports use, in the order of their imports. */
export function stylesOf(roots: readonly string[]): string[] {
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (file.endsWith('.css')) {
      styles.add(file);
      return;
    }
    for (const [statement, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const next = /^(import|export) type\b/.test(statement) ? null : fileOf(specifier, file);
      if (next && /\.(tsx?|css)$/.test(next)) visit(next);
    }
  };
  for (const root of roots) visit(root);
  return [...styles];
}

/** The style sheets of what the server renders, for every page that visitors enter by. */
export function readDocumentStyles(): string[] {
  const rows = globSync(`${SRC}/site/pages/*.tsx`).filter(
    (file) => !/\.(view|room)\.tsx$/.test(file) && !APART.test(file),
  );
  return stylesOf([
    ...['tokens.css', 'base.css'].map((name) => join(SRC, 'web/styles', name)),
    join(SRC, 'features/accounts/web/login/login-template.tsx'),
    join(SRC, 'site/rooms.tsx'),
    ...rows.sort(),
  ]);
}

/**
 * A module with the styles of everything that the server renders. Documents run no script that would import them, so
 * the client build would leave them out.
 */
export function documentStyles(): Plugin {
  return {
    name: 'skein-document-styles',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) =>
      id === `\0${ID}`
        ? readDocumentStyles()
            .map((file) => `import ${JSON.stringify(file)};`)
            .join('\n')
        : null,
  };
}
