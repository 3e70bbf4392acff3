import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Manifest } from 'vite';
import { AppError } from '#core/errors.ts';
import { baseLanguage } from '#core/languages.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { createCtx } from '#platform/context.ts';
import { logFailure } from '#platform/http/api.ts';
import { type PageRequest, servePageRoutes } from '#platform/http/pages.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { createMemo } from '#platform/memo.ts';
import { REMOVER } from '#web/offline/remover.ts';
import { type ServerApi, serverApi } from '#web/server-api.ts';
import type { App } from './app.ts';
import type { AppDeps } from './app-deps.ts';
import { serveFeeds } from './feeds.ts';
import { serveInstallable } from './installable.ts';

const BUILD = join(import.meta.dirname, '../../build');
const YEAR_S = 31_536_000;

/** What a page depends on of a parameter's value; null where that is nothing. */
type Reads = (value: string) => string | null;
const like =
  (looks: RegExp): Reads =>
  (value) =>
    looks.test(value) ? value : null;

/** Parameters that a page may depend on, by what they look like. Anything else would fill the cache with equal pages. */
const ORDER = { order: like(/^newest$/) };
/** The language that the texts are asked for in, and whether the original is to stand beside them. */
const LANG = { lang: baseLanguage };
const BESIDE = { beside: like(/^1$/) };
const FROM = { from: like(/^[\w:.,+-]{1,80}$/) };
const ENTRY = { entry: like(/^\d{1,19}$/) };
/** Which stories of a member, and from where on their translations are listed. */
const USER = { tab: like(/^written$/), translations: FROM.from };
/** The router's own: which parts of a page it asks for. */
const ROUTES = { _routes: like(/^(root|(layout|routes)\/[a-z-]+)(,(layout|routes)\/[a-z-]+){0,2}$/) };

const CACHED_PAGES: [address: RegExp, query: Readonly<Record<string, Reads>>][] = [
  [/^\/(_)?$/, ROUTES],
  [/^\/story\/\d+$/, { ...ORDER, ...FROM, ...LANG, ...ROUTES }],
  [/^\/story\/\d+\/chapter\/\d+$/, { ...LANG, ...BESIDE, ...ROUTES }],
  [/^\/story\/\d+\/map$/, { ...LANG, ...ROUTES }],
  [/^\/story\/\d+\/path\/\d+$/, { ...FROM, ...LANG, ...ROUTES }],
  [/^\/voting\/\d+$/, { ...ENTRY, ...ROUTES }],
  [/^\/user\/[\w-]+$/, { ...FROM, ...USER, ...ROUTES }],
  [/^\/(about|agreement\/(user|privacy))$/, ROUTES],
];

/** The query of a page that is kept, without what it does not depend on; null for pages that are made anew each time. */
function keptQuery(pathname: string, given: Record<string, unknown>): string | null {
  const page = CACHED_PAGES.find(([address]) => address.test(pathname));
  if (!page) return null;
  const query = new URLSearchParams();
  for (const [name, read] of Object.entries(page[1])) {
    const value = given[name];
    const kept = typeof value === 'string' ? read(value) : null;
    if (kept !== null) query.set(name, kept);
  }
  return query.size > 0 ? `?${query}` : '';
}

type Build = ServerBuild & { entry: { module: { bootScript: string; serviceWorker: string } } };

/** Where pages come from: what was built, or in development whatever the sources say now. */
export interface PageSource {
  readonly mode: 'production' | 'development';
  /** Serves the files that belong to the pages. */
  serveFiles: (http: FastifyInstance) => Promise<void>;
  load: () => Promise<Build>;
  /** Returns the URLs of a separately loaded script and of all its imports. `source` is the path of its source file. */
  scriptFiles: (source: string) => Promise<string[]>;
}

/** The pages as `npm run build` made them. Throws when they are not built. */
export const builtPages: PageSource = {
  mode: 'production',
  async serveFiles(http) {
    await http.register(fastifyStatic, {
      root: join(BUILD, 'client'),
      // Only files that are there; everything else is a page.
      wildcard: false,
      globIgnore: ['**/*.{br,gz,map}', '.vite/**'],
      preCompressed: true,
      etag: true,
      lastModified: false,
      setHeaders: (reply, path) => {
        const lasts = path.includes('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600';
        reply.header('cache-control', lasts);
      },
    });
  },
  async load() {
    const entry = join(BUILD, 'server/index.js');
    if (!existsSync(entry)) throw new Error('The pages are not built: run `npm run build`.');
    return import(pathToFileURL(entry).href) as Promise<Build>;
  },
  async scriptFiles(source) {
    const manifest: Manifest = JSON.parse(await readFile(join(BUILD, 'client/.vite/manifest.json'), 'utf8'));
    // The loop also visits the keys that are added while it runs.
    const keys = new Set([source]);
    for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
    return [...keys].map((key) => `/${manifest[key]?.file}`);
  },
};

const LOGIN_SCRIPT = 'src/features/accounts/web/login/login-form.ts';

/** Adds the pages, their files, the feeds and what search engines read. */
export async function servePages(app: App, deps: AppDeps, source: PageSource): Promise<void> {
  const { http, cache, api } = app;
  const isDevelopment = source.mode === 'development';
  await source.serveFiles(http);
  const build = isDevelopment ? null : await source.load();
  if (build) http.securityHeaders.allowInlineScripts([build.entry.module.bootScript]);
  serveInstallable(
    http,
    deps.config.siteName,
    deps.config.offlineReading && build ? build.entry.module.serviceWorker : REMOVER,
  );
  const handler = createRequestHandler(build ?? source.load, source.mode);
  const { config } = deps;
  const loginScript = (await source.scriptFiles(LOGIN_SCRIPT)).join(' ');
  const site = {
    name: config.siteName,
    url: config.publicUrl.href,
    analytics: config.analyticsScriptUrl,
    google: config.google !== null,
  };
  const render = async ({ url, language, namesLanguage, signal }: PageRequest, call: ServerApi['call']) => {
    const context = new RouterContextProvider();
    const page: ServerApi['page'] = { html: null };
    const translator = translatorOf(language);
    context.set(serverApi, { call, language, namesLanguage, translator, site, loginScript, page });
    return { response: await handler(new Request(url, { signal }), context), html: page.html };
  };
  // A page shows that something failed; why is for the log alone.
  const noting = <T>(work: Promise<T>, path: string): Promise<T> =>
    work.catch((error) => {
      logFailure(deps.log, error, path);
      throw error;
    });
  servePageRoutes(http, {
    cache,
    origin: config.publicUrl,
    keptQuery: isDevelopment ? () => null : keptQuery,
    limits: deps.limits,
    limitOf: (pathname) => (pathname === '/search_result' ? discoveryApi.search.limit : null),
    render(page) {
      const { language, cachePolicy } = page;
      const call = { language, cachePolicy, memo: createMemo() };
      return render(page, (endpoint, input) => noting(api.callInProcess(endpoint, input, call), endpoint.path));
    },
    async renderFailure(page, code) {
      const { response, html } = await render(page, () => Promise.reject(new AppError(code)));
      // It stands at any address, where React would find other data than it expects: it works as it is.
      const data = /<script type="application\/json" id="page-data">[^<]*<\/script>/;
      return { response, html: html?.replace(data, '') ?? null };
    },
  });
  serveFeeds(app, createCtx(deps, { language: 'en' }));
}
