import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LimitClass } from '#core/endpoint.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import type { CachedResponse } from '../cache/cached-response.ts';
import { type CachePolicy, compress, emptyCachePolicy, type FreshResponse, type TagCache } from '../cache/tag-cache.ts';
import { logFailure, sendError } from './api.ts';
import { pageKey } from './cache-first.ts';
import { cacheControlOf, isPrerendered, languageOf, limitKeyOf } from './caller.ts';
import { deadline } from './deadline.ts';
import type { Limits } from './limits.ts';
import type { OwnChanges } from './own-changes.ts';
import { replyCached } from './send-cached.ts';
import { asAppError, BUSY_RETRY_S } from './wire-errors.ts';

/** Concurrent renders of pages that browsers prefetch. No reader is waiting, and most are never shown. */
const PREFETCHES_AT_ONCE = 4;
/** Concurrent renders. More only slow each other down, and some connections starve (anchors: perf). */
const RENDERS_AT_ONCE = 16;
/** Renders that may wait in the queue. Beyond that, the response is 503. */
const RENDERS_WAITING = 256;

export interface PageRequest {
  url: URL;
  language: Language;
  /** True if the URL names the language. Then the links on the page must name it too. */
  namesLanguage: boolean;
  cachePolicy: CachePolicy;
  /** True if it must show a change that this process hasn’t heard of. */
  mustBeNewest: boolean;
  /** Aborted when no request is waiting for the page anymore. */
  signal: AbortSignal;
}

export interface PageOptions {
  cache: TagCache;
  ownChanges: Pick<OwnChanges, 'cacheFor' | 'waitFor'>;
  /** Origin of the site. Never taken from the Host header, which clients control. */
  origin: URL;
  /** Returns the path of the same page as links name it, if this is another spelling. */
  canonicalPath: (pathname: string) => string | null;
  /** Returns the part of the query that a page depends on, or null for pages that aren’t cached. */
  keptQuery: (pathname: string, given: Record<string, unknown>) => string | null;
  limits: Limits;
  /** Returns whether the URL of the page at a path with this query may hold a secret. */
  hasSecret: (pathname: string, given: Record<string, unknown>) => boolean;
  /** Headers of a page, by whether its URL may hold a secret. */
  headersOf: (isSecret: boolean) => Readonly<Record<string, string>>;
  /** Returns the limit of an uncached page, in addition to the limit of all such pages, or null. */
  limitOf: (pathname: string) => LimitClass | null;
  render: (page: PageRequest) => Promise<RenderedPage>;
  /** Returns the name of the page at a path. Pages of one name share their error pages. */
  nameOf: (pathname: string) => string;
  /** Renders the page as if everything it loads failed with this code. */
  renderFailure: (page: PageRequest, code: ErrorCode) => Promise<RenderedPage>;
}

export interface RenderedPage {
  readonly status: number;
  /** URL that the page has moved to, or null. */
  readonly location: string | null;
  readonly html: string;
}

const isFetchedAhead = ({ headers }: FastifyRequest): boolean => headers['sec-purpose']?.includes('prefetch') ?? false;

const pathnameOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

function createTurnstile(
  atOnce: number,
  mayWait: number,
): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (signal, work) => {
    if (running >= atOnce) {
      if (waiting.length >= mayWait) throw new AppError('unavailable', { retryAfter: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function toAnswer(
  { status, location, html }: RenderedPage,
  ofPages: Readonly<Record<string, string>>,
  cachePolicy: CachePolicy,
): FreshResponse {
  const headers: Record<string, string> = { ...ofPages };
  if (location !== null) headers.location = location;
  if (status === 503 || status === 429) headers['retry-after'] = String(BUSY_RETRY_S);
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: html,
    headers,
    cachePolicy,
    keep: status === 200 && cachePolicy.tags.size > 0,
  };
}

/** Statuses that may be cached. A page that is missing or fails may be fine for the next request. */
const LASTS = new Set([200, 301]);

/**
 * Serves pages. Public pages are rendered and compressed once, and cached until one of their tags is invalidated.
 * Concurrent requests for the same page share one render.
 */
export function servePageRoutes(app: FastifyInstance, options: PageOptions): void {
  const { cache, ownChanges, origin, canonicalPath, keptQuery, hasSecret, headersOf } = options;
  const { limits, limitOf, nameOf, render, renderFailure } = options;
  const inTurn = createTurnstile(RENDERS_AT_ONCE, RENDERS_WAITING);
  const inPrefetchTurn = createTurnstile(PREFETCHES_AT_ONCE, 0);
  // As one string, so that no path can name another host.
  const addressOf = (path: string) => new URL(`${origin.origin}${path}`);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = languageOf(request);
    const pathname = pathnameOf(request);
    // Other spellings of a URL would be rendered for each request.
    const canonical = canonicalPath(pathname);
    if (canonical !== null) {
      const location = canonical + request.url.slice(pathname.length);
      return reply.code(301).headers({ location, 'cache-control': 'private, no-cache' }).send();
    }
    const given = request.query as Record<string, unknown>;
    const namesLanguage = given.t !== undefined;
    const kept = keptQuery(pathname, given);
    const isSecret = hasSecret(addressOf(pathname).pathname, given);
    const isPrefetch = isFetchedAhead(request);
    // Pages are never prerendered, and only cached ones are prefetched: rendering others would be wasted.
    if (isPrerendered(request.headers) || (isPrefetch && kept === null))
      throw new AppError('unavailable', { retryAfter: BUSY_RETRY_S });
    const make = (search: string, mustBeNewest: boolean): Promise<FreshResponse> => {
      const cachePolicy = emptyCachePolicy();
      const late = new AbortController();
      const wanted = {
        url: addressOf(`${pathname}${search}`),
        language,
        namesLanguage,
        cachePolicy,
        mustBeNewest,
        signal: late.signal,
      };
      const turn = isPrefetch ? inPrefetchTurn : inTurn;
      const work = turn(late.signal, async () => toAnswer(await render(wanted), headersOf(isSecret), cachePolicy));
      return deadline(work, () => late.abort());
    };
    const address = () => limitKeyOf(request.ip);
    if (kept === null) {
      await limits.ofPages(address());
      const limit = limitOf(addressOf(pathname).pathname);
      if (limit) await limits.ofClass(limit, address(), null);
      const fresh = await make(request.url.slice(pathname.length), !(await ownChanges.waitFor(request.headers)));
      return reply
        .code(fresh.status)
        .headers(fresh.headers ?? {})
        .header('cache-control', LASTS.has(fresh.status) ? 'private, no-cache' : 'no-store')
        .header('vary', 'Accept-Language, Cookie')
        .type(fresh.contentType)
        .send(fresh.body);
    }
    // The same page with other headers.
    const key = pageKey(language, namesLanguage, pathname, kept) + (isSecret ? ' secret' : '');
    const responses = await ownChanges.cacheFor(request.headers, cache);
    let made = responses.get(key);
    if (!made) {
      await (isPrefetch ? limits.ofPrefetches(address()) : limits.ofPages(address()));
      made = await responses.fill(key, (mustBeNewest) => make(kept, mustBeNewest));
    }
    return replyCached(request, reply, made, LASTS.has(made.status) ? cacheControlOf(request, made.until) : 'no-store');
  };

  const makeFailure = async (code: ErrorCode, language: Language, pathname: string): Promise<CachedResponse> => {
    const cachePolicy = emptyCachePolicy();
    const { signal } = new AbortController();
    const rendered = await renderFailure(
      { url: addressOf(pathname), language, namesLanguage: false, cachePolicy, mustBeNewest: false, signal },
      code,
    );
    return compress(toAnswer(rendered, {}, cachePolicy));
  };
  const failures = new Map<string, Promise<CachedResponse>>();
  /**
   * Returns the error page of a code, rendered once for all URLs of a page. Sent if there is no time or no permission to
   * render the page.
   */
  const failurePage = (code: ErrorCode, language: Language, pathname: string): Promise<CachedResponse> => {
    const key = `${code} ${language} ${nameOf(pathname)}`;
    let page = failures.get(key);
    if (!page) {
      page = makeFailure(code, language, pathname);
      failures.set(key, page);
      page.catch(() => failures.delete(key));
    }
    return page;
  };

  /** Sends an error page if a page can’t be made. Other mistakes of the caller get the envelope. */
  const fail = async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const error = asAppError(thrown);
    const status = app.errorStatuses[error.code];
    if (status < 500 && status !== 429) return sendError(request, reply, error);
    // Browsers then open the page as usual. It isn’t a failure, so it isn’t logged.
    if ((isFetchedAhead(request) || isPrerendered(request.headers)) && error.code !== 'internal')
      return reply.code(503).header('cache-control', 'no-store').send();
    logFailure(request.log, error, status, request.routeOptions.url);
    const { code } = error;
    const language = languageOf(request);
    const { pathname } = addressOf(pathnameOf(request));
    const page = { ...(await failurePage(code, language, pathname)), status };
    const headers = {
      ...headersOf(hasSecret(pathname, request.query as Record<string, unknown>)),
      'retry-after': String(error.retryAfter ?? BUSY_RETRY_S),
    };
    return replyCached(request, reply, { ...page, headers }, 'no-store');
  };
  app.get('/*', { errorHandler: fail }, answer);
}
