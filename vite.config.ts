import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { boot } from './scripts/vite/boot.ts';
import { catalogs } from './scripts/vite/catalogs.ts';
import { GROUPS } from './scripts/vite/chunks.ts';
import { shortClassNames } from './scripts/vite/class-names.ts';
import { contracts } from './scripts/vite/contracts.ts';
import { drawings } from './scripts/vite/drawings.ts';
import { leanRouter } from './scripts/vite/lean-router.ts';
import { pageFiles } from './scripts/vite/page-files.ts';
import { plainScripts } from './scripts/vite/plain-scripts.ts';
import { noSchemas } from './scripts/vite/schemas.ts';
import { wholeFiles } from './scripts/vite/whole-files.ts';

export default defineConfig(({ command }) => ({
  plugins: [
    catalogs(),
    contracts(),
    drawings(),
    boot(),
    plainScripts(),
    leanRouter(),
    reactRouter(),
    noSchemas(),
    wholeFiles(),
    pageFiles(),
  ],
  build: {
    // Fonts and scripts as data: would be refused by the policy.
    assetsInlineLimit: 0,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    reportCompressedSize: false,
    // The server looks up the files in it that pages fetch by URL.
    manifest: true,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
  },
  worker: { format: 'es' },
  // Bundled for the few drawings in use: whole, it costs the server megabytes.
  ssr: { noExternal: ['lucide'] },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: command === 'build' ? shortClassNames() : '[name]_[local]',
    },
  },
}));
