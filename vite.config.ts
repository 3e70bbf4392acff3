import { defineConfig } from 'vite';
import { boot } from './scripts/vite/boot.ts';
import { catalogs } from './scripts/vite/catalogs.ts';
import { GROUPS } from './scripts/vite/chunks.ts';
import { shortClassNames } from './scripts/vite/class-names.ts';
import { contracts } from './scripts/vite/contracts.ts';
import { documentStyles } from './scripts/vite/document-styles.ts';
import { staticDocuments } from './scripts/vite/documents.ts';
import { drawings } from './scripts/vite/drawings.ts';
import { laterModules } from './scripts/vite/later-modules.ts';
import { PLAIN_SCRIPTS, pageFiles, START } from './scripts/vite/page-files.ts';
import { noSchemas } from './scripts/vite/schemas.ts';

const BROWSERS = ['chrome123', 'safari17.5', 'firefox128'];

export default defineConfig(({ command }) => ({
  plugins: [
    catalogs(),
    contracts(),
    drawings(),
    boot(),
    documentStyles(),
    staticDocuments(),
    noSchemas(),
    laterModules(),
    pageFiles(),
  ],
  appType: 'custom',
  build: {
    // Fonts and scripts as data: would be refused by the policy.
    assetsInlineLimit: 0,
    target: BROWSERS,
    cssTarget: BROWSERS,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        rolldownOptions: {
          input: [START, ...Object.values(PLAIN_SCRIPTS)],
          preserveEntrySignatures: 'exports-only',
          output: { codeSplitting: { groups: GROUPS }, entryFileNames: 'assets/[name]-[hash].js' },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'build/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/site/render.tsx' },
      },
    },
  },
  builder: {
    // The server build lists the files of the client build.
    async buildApp(builder) {
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.ssr!);
    },
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
