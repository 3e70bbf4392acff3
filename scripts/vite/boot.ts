import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const BOOT = 'virtual:boot';
const SOURCE = join(import.meta.dirname, '../../src/web/boot/boot.ts');

/** The constant script that stands in every page, bundled and minified to one string. */
export function boot(): Plugin {
  return {
    name: 'skein-boot',
    resolveId: (id) => (id === BOOT ? `\0${BOOT}` : null),
    async load(id) {
      if (id !== `\0${BOOT}`) return null;
      const bundle = await rolldown({ input: SOURCE, platform: 'browser' });
      const { output } = await bundle.generate({ format: 'iife', minify: true });
      await bundle.close();
      return `export default ${JSON.stringify(output[0].code.trim())}`;
    },
  };
}
