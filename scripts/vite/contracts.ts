import { type Plugin, runnerImport } from 'vite';
import type { Endpoint } from '../../src/core/endpoint.ts';

const CONTRACT = /\/src\/features\/\w+\/contract(-[\w-]+)?\.ts$/;

/** What the browser needs to make a call: see src/web/api/client.ts. */
const KEPT = ['method', 'path', 'access', 'list', 'cookie'] as const satisfies (keyof Endpoint)[];
/** The rest, by which the server checks a call and describes it. */
const LEFT_OUT = [
  'summary',
  'input',
  'query',
  'response',
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

/** True for what JSON holds whole. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isRecord(value)) return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** How the calls of an API are made; null for what is no API. */
function callsOf(api: Record<string, unknown>): Record<string, unknown> | null {
  const calls: Record<string, unknown> = {};
  for (const [name, endpoint] of Object.entries(api)) {
    if (!isEndpoint(endpoint)) return null;
    calls[name] = Object.fromEntries(KEPT.flatMap((key) => (key in endpoint ? [[key, endpoint[key]]] : [])));
  }
  return Object.keys(calls).length > 0 ? calls : null;
}

/** What is left of an export for browsers; undefined for schemas and functions, whose import then fails the build. */
function leftOf(value: unknown): unknown {
  const calls = isRecord(value) ? callsOf(value) : null;
  return calls ?? (isPlain(value) ? value : undefined);
}

/**
 * Gives browsers each contract as plain data: how its calls are made, and its constants. Its schemas, with the library and
 * the models that they are made of, stay with the server; forms check what is typed by the rules of the models. The real
 * contract is run for it, also after each change in development.
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
      // After the loaders of routes were taken out, which run on the server.
      enforce: 'post',
      ...inBrowsers,
      transform(code, id) {
        const used = id.includes('/src/') ? USES_LEFT_OUT.exec(code) : null;
        if (used) this.error(`${used[0]} does not reach browsers: see scripts/vite/contracts.ts`);
      },
    },
  ];
}
