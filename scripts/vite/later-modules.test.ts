import { join } from 'node:path';
import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { laterModules, nameOf, placesOfModules } from './later-modules.ts';

const START = 'src/site/start.tsx';
const nameIn = (path: string) => nameOf(join(import.meta.dirname, '../../src', path));
const DIALOG = nameIn('web/dialog.tsx');
const OTHER = nameIn('web/other.tsx');

async function build(dialog: string) {
  let places = '';
  const written: Plugin = {
    name: 'written',
    enforce: 'post',
    generateBundle(_, bundle) {
      places = placesOfModules(bundle, []);
    },
  };
  const modules = {
    [START]: `export const open = () => import('/src/web/dialog.tsx').then((m) => m.Dialog);
      export const other = () => import('/src/web/other.tsx');
      export const part = async () => (await import('/src/web/dialog.tsx')).Dialog;`,
    'src/web/dialog.tsx': `import '/src/web/shared.ts'; export const Dialog = ${JSON.stringify(dialog)};`,
    'src/web/other.tsx': `import '/src/web/shared.ts'; export default 'other';`,
    'src/web/shared.ts': `document.title = 'shared';`,
  };
  const chunks = await buildForBrowsers(modules, [START], [laterModules(), written]);
  const [files, byModule] = JSON.parse(places.slice('self.modulePlaces='.length, -1));
  return { start: chunks.find(({ isEntry }) => isEntry)!, files, byModule };
}

it('keeps the name of a script when a module changes that it loads later', async () => {
  const [before, after] = [await build('before'), await build('after')];
  expect(before.start.fileName).toBe(after.start.fileName);
  expect(before.start.code).toContain(`laterModules.load("${DIALOG}")`);
  expect(before.start.code).not.toContain('__vitePreload(');
  expect(before.files[before.byModule[DIALOG][0]]).not.toBe(after.files[after.byModule[DIALOG][0]]);
  expect(before.files[before.byModule[OTHER][0]]).toBe(after.files[after.byModule[OTHER][0]]);
});

it('finds a module with everything that it needs', async () => {
  const { files, byModule } = await build('dialog');
  const [file, others] = byModule[DIALOG];
  expect(files[file]).toMatch(/^assets\/dialog-.*\.js$/);
  expect(others.map((index: number) => files[index])).toEqual([expect.stringMatching(/^assets\/shared-.*\.js$/)]);
});
