import { describe, expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { noSchemas } from './schemas.ts';

const MODULES = {
  'src/site/pages/home.view.tsx': `export const open = () => import('/src/web/dialog.tsx');`,
  'src/site/pages/edit-story.room.tsx': `export { check } from '/src/web/check.ts';`,
  'src/web/dialog.tsx': `export { check } from '/src/web/check.ts';`,
  'src/web/check.ts': `import * as z from 'zod/mini'; export const check = z.string();`,
};
const build = (...pages: string[]) =>
  buildForBrowsers(
    MODULES,
    pages.map((page) => `src/site/pages/${page}.tsx`),
    [noSchemas()],
  );

describe('the schema library', () => {
  it('can be loaded by an editor', async () => expect(await build('edit-story.room')).not.toEqual([]));
  it('fails the build if another page can load it, and names the import chain', async () => {
    await expect(build('home.view')).rejects.toThrow(/home.view → .*dialog/);
    await expect(build('edit-story.room', 'home.view')).rejects.toThrow(/home.view → .*dialog/);
  });
});
