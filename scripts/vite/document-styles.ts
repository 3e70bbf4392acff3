import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readImports, SRC } from './imports.ts';

const ID = 'virtual:document-styles';

/** Pages whose styles aren't on the shared sheet, because visitors seldom enter the site there. */
const APART = /\/(path|voting|story-map)\.tsx$/;

/** Returns the style sheets of what the server renders, for every page that visitors enter by, in order of import. */
export function readDocumentStyles(): string[] {
  const rows = globSync(`${SRC}/site/pages/*.tsx`).filter(
    (file) => !/\.(view|room)\.tsx$/.test(file) && !APART.test(file),
  );
  const files = readImports([
    ...['tokens.css', 'base.css'].map((name) => join(SRC, 'web/styles', name)),
    join(SRC, 'features/accounts/web/login/login-template.tsx'),
    join(SRC, 'features/messages/web/member-head/head-template.tsx'),
    join(SRC, 'site/rooms.tsx'),
    ...rows.sort(),
  ]);
  return files.flatMap(({ path }) => (path.endsWith('.css') ? [path] : []));
}

/**
 * A module with the styles of everything that the server renders. Documents run no script that would import them, so
 * the client build would leave them out.
 */
export function documentStyles(): Plugin[] {
  const styles = new Set(readDocumentStyles());
  return [
    {
      name: 'skein-document-styles',
      resolveId: (id) => (id === ID ? `\0${ID}` : null),
      load: (id) => (id === `\0${ID}` ? [...styles].map((file) => `import ${JSON.stringify(file)};`).join('\n') : null),
    },
    {
      name: 'skein-document-styles-kept',
      enforce: 'post',
      applyToEnvironment: ({ name }) => name === 'client',
      // The bundler drops style modules whose class names no script uses.
      transform: (code, id) => (styles.has(id) ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null),
    },
  ];
}
