import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const SRC = join(import.meta.dirname, '../../src');
const SCRIPTS: Record<string, string> = {
  'virtual:boot': join(SRC, 'web/boot/boot.ts'),
  'virtual:service-worker': join(SRC, 'site/offline/service-worker.ts'),
};

/** Bundles and minifies scripts that the server imports as strings: the one in every page, and the service worker. */
export function boot(): Plugin {
  return {
    name: 'skein-boot',
    resolveId: (id) => (id in SCRIPTS ? `\0${id}` : null),
    async load(id) {
      const input = SCRIPTS[id.slice(1)];
      if (!id.startsWith('\0') || input === undefined) return null;
      const bundle = await rolldown({ input, platform: 'browser' });
      const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
      await bundle.close();
      return `export default ${JSON.stringify(output[0].code.trim())}`;
    },
  };
}
