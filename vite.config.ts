import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { reactRouter } from '@react-router/dev/vite';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';

/** Messages are compiled from ICU when the site is built, so that no parser reaches the browser. */
function catalogs(): Plugin {
  return {
    name: 'skein-catalogs',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/locales\/[a-z]{2}\/[\w-]+\.json$/.test(id)) return null;
      const messages = Object.entries(JSON.parse(code) as Record<string, string>);
      const compiled = Object.fromEntries(messages.map(([key, text]) => [key, compileMessageOrThrow(text)]));
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}

const BOOT = 'virtual:boot';

/** The constant script that stands in every page, bundled and minified to one string. */
function boot(): Plugin {
  return {
    name: 'skein-boot',
    resolveId: (id) => (id === BOOT ? `\0${BOOT}` : null),
    async load(id) {
      if (id !== `\0${BOOT}`) return null;
      const bundle = await rolldown({ input: join(import.meta.dirname, 'src/web/boot/boot.ts'), platform: 'browser' });
      const { output } = await bundle.generate({ format: 'iife', minify: true });
      await bundle.close();
      return `export default ${JSON.stringify(output[0].code.trim())}`;
    },
  };
}

export default defineConfig({
  plugins: [catalogs(), boot(), reactRouter()],
  build: {
    // Fonts and scripts as data: would be refused by the policy.
    assetsInlineLimit: 0,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
});
