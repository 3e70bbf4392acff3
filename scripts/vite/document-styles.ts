import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { PageName } from '../../src/core/pages.ts';
import { readImports, SRC } from './imports.ts';

const ID = 'virtual:document-styles';

/** Pages whose styles aren't on the shared sheet, because visitors seldom enter the site there. */
const APART = /\/(path|voting|story-map)\.tsx$/;

/**
 * The page that contains its styles, so that it can be painted without a second request. Readers enter the site there
 * (decision 038).
 */
export const INLINED: PageName = 'chapter';

/** Returns the modules with what features show on a page, or on all pages (`fills` in `web/feature.ts`). */
function fillsOn(page: string): string[] {
  return globSync(`${SRC}/features/*/web/on-${page}.tsx`).sort();
}

const INLINED_ROOTS = [
  ...['tokens.css', 'base.css'].map((name) => join(SRC, 'web/styles', name)),
  // What writing modes show on it. Their pages of stories are on the shared sheet.
  ...globSync(`${SRC}/features/*/web/chapter-end.tsx`).sort(),
  // Before the page, whose styles can then adapt what it surrounds.
  ...fillsOn(INLINED),
  join(SRC, `site/pages/${INLINED}.tsx`),
  join(SRC, 'features/accounts/web/login/login-template.tsx'),
];
const MARK_FILE = join(SRC, 'web/styles/end-of-inlined.css');
const MARK = /end-of-inlined\s*\{[^}]*\}/;

/**
 * Returns the style sheets of what the server renders, for every page where visitors enter the site, in order of
 * import.
 */
export function readDocumentStyles(): string[] {
  const rows = globSync(`${SRC}/site/pages/*.tsx`).filter(
    (file) => !/\.(view|room)\.tsx$/.test(file) && !APART.test(file),
  );
  const files = readImports([
    ...INLINED_ROOTS,
    MARK_FILE,
    // What writing modes show on pages (`loadPages` in `web/feature.tsx`).
    ...globSync(`${SRC}/features/*/web/pages.tsx`).sort(),
    ...fillsOn('site'),
    join(SRC, 'site/rooms.tsx'),
    ...rows.sort(),
    ...fillsOn('*'),
  ]);
  return files.flatMap(({ path }) => (path.endsWith('.css') ? [path] : []));
}

/** Removes the mark from the shared sheet. Returns the CSS before it: the styles of the page that contains them. */
export function takeInlined(files: Rolldown.OutputBundle): string {
  for (const file of Object.values(files)) {
    if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
    const css = String(file.source);
    const end = MARK.exec(css);
    if (!end) continue;
    file.source = css.replace(MARK, '');
    return css.slice(0, end.index);
  }
  throw new Error('No sheet has the styles of documents');
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
