import { type Plugin, runnerImport } from 'vite';
import type { Endpoint } from '../../src/core/endpoint.ts';

const CONTRACT = /\/src\/features\/\w+\/contract(-[\w-]+)?\.ts$/;

/** Endpoint fields that the browser needs to make a call (src/web/api/client.ts). */
const KEPT = ['method', 'path', 'access', 'list'] as const satisfies (keyof Endpoint)[];
/** The other endpoint fields, which the server uses to validate, handle and document calls. */
const LEFT_OUT = [
  'summary',
  'input',
  'query',
  'response',
  'read',
  'cookie',
  'upload',
  'longText',
  'limit',
  'uncached',
  'errors',
] as const satisfies Exclude<keyof Endpoint, (typeof KEPT)[number]>[];
const USES_LEFT_OUT = new RegExp(`\\b\\w+Api\\.\\w+\\.(${LEFT_OUT.join('|')})\\b`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.path === 'string' && 'response' in value;

/** Returns whether JSON represents the value without loss. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isRecord(value)) return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns the kept fields of each endpoint of an API. Null if the value isn't an API. */
function callsOf(api: Record<string, unknown>): Record<string, unknown> | null {
  const calls: Record<string, unknown> = {};
  for (const [name, endpoint] of Object.entries(api)) {
    if (!isEndpoint(endpoint)) return null;
    calls[name] = Object.fromEntries(KEPT.flatMap((key) => (key in endpoint ? [[key, endpoint[key]]] : [])));
  }
  return Object.keys(calls).length > 0 ? calls : null;
}

/** Returns an export for browsers. Undefined for schemas and functions, so that importing one fails the build. */
function leftOf(value: unknown): unknown {
  const calls = isRecord(value) ? callsOf(value) : null;
  return calls ?? (isPlain(value) ? value : undefined);
}

/**
 * Replaces each contract in the client build with plain data: the kept fields of its endpoints, and its constants.
 * Schemas stay on the server, together with the schema library and the models that they use. Forms validate with the
 * models' text rules. Runs the real contract to get the data, and runs it again after each change in development.
 */
export function contracts(): Plugin[] {
  const inBrowsers: Pick<Plugin, 'applyToEnvironment'> = { applyToEnvironment: ({ name }) => name === 'client' };
  return [
    {
      name: 'skein-contracts',
      enforce: 'pre',
      ...inBrowsers,
      async load(id) {
        if (!CONTRACT.test(id)) return null;
        const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
          configFile: false,
          logLevel: 'error',
        });
        for (const file of dependencies) this.addWatchFile(file);
        const code = Object.entries(module)
          .map(([name, value]) => [name, leftOf(value)] as const)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
        return { code: code.join('\n'), map: null, moduleType: 'js' };
      },
    },
    {
      name: 'skein-contracts-used',
      // Runs last, once types are gone.
      enforce: 'post',
      ...inBrowsers,
      transform(code, id) {
        const used = id.includes('/src/') ? USES_LEFT_OUT.exec(code) : null;
        if (used) this.error(`${used[0]} does not reach browsers: see scripts/vite/contracts.ts`);
      },
    },
  ];
}
