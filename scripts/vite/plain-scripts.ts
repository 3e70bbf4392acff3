import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** Scripts that work without React. They are built together with the pages, so that shared modules load only once. */
export const PLAIN_SCRIPTS = ['src/features/accounts/web/login/login-form.ts'].map((path) => join(ROOT, path));

/** Adds the plain scripts to the client build. The server finds their URLs in the manifest. */
export function plainScripts(): Plugin {
  return {
    name: 'skein-plain-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      for (const id of PLAIN_SCRIPTS) this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
    },
  };
}
