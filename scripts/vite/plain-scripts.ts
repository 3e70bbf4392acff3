import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** What works without React. It is part of the build of the pages, so that what both need is loaded once. */
export const PLAIN_SCRIPTS = ['src/features/accounts/web/login/login-form.ts'].map((path) => join(ROOT, path));

/** Adds the plain scripts to what is built for browsers. The server finds their addresses in the manifest. */
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
