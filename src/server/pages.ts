import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { canonicalPath, hasSecret, keptQuery, pageAt } from '#core/pages.ts';
import { passkeyHost } from '#features/accounts/model/second-factor.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import type { Deps } from '#platform/context.ts';
import { logFailure } from '#platform/http/api.ts';
import { type PageRequest, servePageRoutes } from '#platform/http/pages.ts';
import { asAppError } from '#platform/http/wire-errors.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import type * as SiteRenderer from '#site/render.tsx';
import { FailedCall, type PageContext } from '#web/page/context.ts';
import type { App } from './app.ts';
import { pageHeadersOf } from './prefetch-rules.ts';

const BUILD = join(import.meta.dirname, '../../build');
const YEAR_S = 31_536_000;

/** The module that renders pages. It is built separately from the server, and imported at run time. */
type Renderer = typeof SiteRenderer;

/** Where pages come from: from the build, or in development from the current sources. */
export interface PageSource {
  readonly mode: 'production' | 'development';
  /** Serves the files of the pages. */
  serveFiles: (http: FastifyInstance) => Promise<void>;
  load: () => Promise<Renderer>;
}

/** The pages of `npm run build`. Throws if they aren’t built. */
export const builtPages: PageSource = {
  mode: 'production',
  async serveFiles(http) {
    await http.register(fastifyStatic, {
      root: join(BUILD, 'client'),
      // Only existing files. Everything else is a page.
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
    // Files of other releases, and files that never existed. Otherwise a not-found page would be rendered for each of
    // them.
    http.get('/assets/*', (_request, reply) => reply.callNotFound());
  },
  async load() {
    const entry = join(BUILD, 'server/render.js');
    if (!existsSync(entry)) throw new Error('The pages are not built: run `npm run build`.');
    return import(pathToFileURL(entry).href) as Promise<Renderer>;
  },
};

/** Adds the pages and their files. */
export async function servePages(app: App, deps: Deps, source: PageSource): Promise<void> {
  const { http, cache, ownChanges, api } = app;
  const isDevelopment = source.mode === 'development';
  await source.serveFiles(http);
  const build = isDevelopment ? null : await source.load();
  if (build) http.securityHeaders.allowInline({ scripts: [build.bootScript], styles: build.inlineStyles });
  const { config } = deps;
  if (config.offlineReading && build) app.serviceWorker = build.serviceWorker;
  const site = {
    name: config.siteName,
    url: config.publicUrl.href,
    contact: config.contactEmail,
    analytics: config.analyticsScriptUrl,
    google: config.google !== null,
    openid: config.openid?.name ?? null,
    passkeys: passkeyHost(config.publicUrl) !== null,
  };
  const renderer = async () => build ?? source.load();
  const contextOf = ({ language, namesLanguage }: PageRequest, call: PageContext['call']): PageContext => ({
    call,
    language,
    namesLanguage,
    translator: translatorOf(language),
    site,
  });
  // The page shows that something failed. The cause is only logged.
  const noting = <T>(work: Promise<T>, path: string): Promise<T> =>
    work.catch((thrown) => {
      const error = asAppError(thrown);
      const status = http.errorStatuses[error.code];
      logFailure(deps.log, error, status, path);
      throw new FailedCall(error.code, status);
    });
  servePageRoutes(http, {
    cache,
    ownChanges,
    origin: config.publicUrl,
    canonicalPath,
    keptQuery: isDevelopment ? () => null : keptQuery,
    hasSecret,
    headersOf: pageHeadersOf,
    nameOf: (pathname) => pageAt(pathname).name,
    limits: deps.limits,
    limitOf: (pathname) => (pageAt(pathname).name === 'search' ? discoveryApi.search.limit : null),
    async render(page) {
      const { language, cachePolicy, mustBeNewest } = page;
      const call = { language, cachePolicy, reads: api.beginReads({ mustBeNewest }) };
      const context = contextOf(page, (endpoint, input) =>
        noting(api.callInProcess(endpoint, input, call), endpoint.path),
      );
      return (await renderer()).render(page.url, context);
    },
    async renderFailure(page, code) {
      const context = contextOf(page, () => Promise.reject(new Error('Failure pages must not make calls')));
      return (await renderer()).renderFailureOf(pageAt(page.url.pathname).name, http.errorStatuses[code], context);
    },
  });
}
