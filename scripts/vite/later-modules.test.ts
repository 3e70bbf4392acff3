import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { laterModules, placesOfModules } from './later-modules.ts';

const START = 'src/site/start.tsx';

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
  expect(before.start.code).toContain('laterModules.load("web/dialog")');
  expect(before.start.code).not.toContain('__vitePreload(');
  expect(before.files[before.byModule['web/dialog'][0]]).not.toBe(after.files[after.byModule['web/dialog'][0]]);
  expect(before.files[before.byModule['web/other'][0]]).toBe(after.files[after.byModule['web/other'][0]]);
});

it('finds a module with everything that it needs', async () => {
  const { files, byModule } = await build('dialog');
  const [file, others] = byModule['web/dialog'];
  expect(files[file]).toMatch(/^assets\/dialog-.*\.js$/);
  expect(others.map((index: number) => files[index])).toEqual([expect.stringMatching(/^assets\/shared-.*\.js$/)]);
});
