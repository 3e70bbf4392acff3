import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Parts of the router that only run with settings that we do not use: finding routes bit by bit (ours all come with the
 * page, react-router.config.ts) and instrumentation. Nothing lets the bundler leave them out, and they are a tenth of
 * what readers on slow lines would wait for (bar S7), so they are replaced by these answers.
 */
const UNUSED: Record<string, Record<string, string>> = {
  'fog-of-war.js': {
    URL_LIMIT: '0',
    getManifestPath: '() => ""',
    getManifestPathsParam: '() => ""',
    getPartialManifest: '(manifest) => manifest',
    getPatchRoutesOnNavigationFunction: '() => undefined',
    getPathsWithAncestors: '() => []',
    handleClientVersionMismatch: '() => {}',
    isFogOfWarEnabled: '() => false',
    shouldUseInitialRouteDiscovery: '() => true',
    useFogOFWarDiscovery: '() => {}',
  },
  'route-discovery.js': {
    RouteDiscoveryRuntime: 'undefined',
    getCustomPatchRoutesOnNavigationFunction: 'undefined',
    useCustomRouteDiscovery: 'undefined',
    useRouteDiscovery: 'undefined',
  },
  'instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
    instrumentHandler: '(handler) => handler',
    instrumentationResultMetaContext: 'undefined',
  },
};

/** Its notice of a failure brings along what writes its inline scripts, which ours are not (web/entry.server.tsx). */
const NOTICES = '/lib/dom/ssr/errorBoundaries.js';
const OUR_NOTICES = join(import.meta.dirname, '../../src/web/layout/last-failure.tsx');

/**
 * Components that nothing here uses (its own links and forms) stay in the bundle, since they are given names for
 * developers' tools and are made by a call. Without the names, and with the call marked as one that does nothing else,
 * the bundler leaves them out.
 */
function withoutToolNames(code: string): string {
  if (code.includes('Link.displayName') && !/^Link\.displayName = "Link";$/m.test(code))
    throw new Error('The router names its components in another way than scripts/vite/lean-router.ts knows');
  return code
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/^const (\w+) = (React\$1\.(?:forwardRef|memo)\()/gm, 'const $1 = /* @__PURE__ */ $2');
}

/** Replaces them in the build for browsers. Fails when another version of the router has other exports there. */
export function leanRouter(): Plugin {
  const found = new Set<string>();
  return {
    name: 'skein-lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/lib/')) return null;
      const name = basename(id);
      const exported = /export \{ ([^}]+) \};/.exec(code)?.[1];
      if (id.endsWith(NOTICES)) {
        found.add(NOTICES);
        return { code: `export { ${exported} } from ${JSON.stringify(OUR_NOTICES)};`, map: null };
      }
      const answers = UNUSED[name];
      if (!answers) return { code: withoutToolNames(code), map: null };
      if (exported?.split(', ').sort().join() !== Object.keys(answers).sort().join())
        throw new Error(`${name} of the router has other exports than scripts/vite/lean-router.ts knows: ${exported}`);
      found.add(name);
      return {
        code: Object.entries(answers)
          .map(([key, answer]) => `export const ${key} = ${answer};`)
          .join('\n'),
        map: null,
      };
    },
    buildEnd(error) {
      if (error) return;
      const missing = [NOTICES, ...Object.keys(UNUSED)].filter((name) => !found.has(name));
      if (missing.length > 0)
        throw new Error(`The router has no ${missing.join(', ')} any more: see scripts/vite/lean-router.ts`);
    },
  };
}
