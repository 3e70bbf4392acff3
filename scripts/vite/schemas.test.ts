import { describe, expect, it } from 'vitest';
import { buildForBrowsers } from './browser-build.test-kit.ts';
import { noSchemas } from './schemas.ts';

const MODULES = {
  'src/web/routes/home.tsx': `export const open = () => import('/src/web/dialog.tsx');`,
  'src/web/routes/edit-story.tsx': `export { check } from '/src/web/check.ts';`,
  'src/web/dialog.tsx': `export { check } from '/src/web/check.ts';`,
  'src/web/check.ts': `import * as z from 'zod/mini'; export const check = z.string();`,
};
const build = (...pages: string[]) =>
  buildForBrowsers(
    MODULES,
    pages.map((page) => `src/web/routes/${page}.tsx`),
    [noSchemas()],
  );

describe('the schema library', () => {
  it('may be fetched by an editor', async () => expect(await build('edit-story')).not.toEqual([]));
  it('fails the build where another page can fetch it, and the way to it is named', async () => {
    await expect(build('home')).rejects.toThrow(/home → .*dialog/);
    await expect(build('edit-story', 'home')).rejects.toThrow(/home → dialog/);
  });
});
