import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { createCtx } from '#platform/context.ts';
import { servePageRoutes } from '#platform/http/pages.ts';
import { allowInlineScripts } from '#platform/http/security-headers.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { serverApi } from '#web/server-api.ts';
import type { App } from './app.ts';
import type { AppDeps } from './deps.ts';
import { serveFeeds } from './feeds.ts';

const BUILD = join(import.meta.dirname, '../../build');
const YEAR_S = 31_536_000;

/** Pages that are kept, and the part of their query that they depend on. `_routes` is the router's own. */
const KEPT_PAGES: [pattern: RegExp, query: readonly string[]][] = [
  [/^\/(_)?$/, ['_routes']],
  [/^\/story\/\d+$/, ['order', 'from', '_routes']],
  [/^\/story\/\d+\/chapter\/\d+$/, ['lang', '_routes']],
  [/^\/user\/[\w-]+$/, ['from', '_routes']],
  [/^\/(about|agreement\/(user|privacy))$/, ['_routes']],
];

function cachedQuery(pathname: string): readonly string[] | null {
  return KEPT_PAGES.find(([pattern]) => pattern.test(pathname))?.[1] ?? null;
}

/** Adds the built pages, their files, the feeds and what search engines read. Throws when the pages are not built. */
export async function servePages(app: App, deps: AppDeps): Promise<void> {
  const entry = join(BUILD, 'server/index.js');
  if (!existsSync(entry)) throw new Error('The pages are not built: run `npm run build`.');
  const build = (await import(pathToFileURL(entry).href)) as ServerBuild & {
    entry: { module: { bootScript: string } };
  };
  allowInlineScripts([build.entry.module.bootScript]);
  const { http, cache, api } = app;
  await http.register(fastifyStatic, {
    root: join(BUILD, 'client'),
    // Only files that are there; everything else is a page.
    wildcard: false,
    globIgnore: ['**/*.{br,gz,map}', '.vite/**'],
    preCompressed: true,
    etag: true,
    lastModified: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600',
      );
    },
  });
  const handler = createRequestHandler(build, 'production');
  const { config } = deps;
  const site = { name: config.siteName, url: config.publicUrl.href };
  servePageRoutes(http, {
    cache,
    origin: config.publicUrl,
    cachedQuery,
    render({ url, language, namesLanguage, shown, signal }) {
      const context = new RouterContextProvider();
      context.set(serverApi, {
        call: (endpoint, input) => api.callInProcess(endpoint, input, { language, shown }),
        language,
        namesLanguage,
        translator: translatorOf(language),
        site,
      });
      return handler(new Request(url, { signal }), context);
    },
  });
  serveFeeds(app, createCtx(deps, { language: 'en' }));
}
