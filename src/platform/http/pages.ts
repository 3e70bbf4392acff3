import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { type FreshAnswer, nothingShown, type Shown, type TagCache } from '../cache/tag-cache.ts';
import { cacheControlOf, languageOf, limitKeyOf } from './caller.ts';
import { sendCached } from './send-cached.ts';

/** Renders at once; more than that only slow each other down, and some connections starve (anchors: perf). */
const RENDERS_AT_ONCE = 16;
/** Renders that may wait for their turn; beyond that the answer is 503. */
const RENDERS_WAITING = 256;

export interface PageRequest {
  url: URL;
  language: Language;
  /** True when the address names the language, and so must its links. */
  namesLanguage: boolean;
  shown: Shown;
  signal: AbortSignal;
}

export interface PageOptions {
  cache: TagCache;
  /** Origin of the site; never taken from the Host header, which anybody writes. */
  origin: URL;
  /** Counts a page that must be made for this address; throws when they are too many. */
  count(address: string): Promise<void>;
  /** The part of the query that a page depends on, or null for pages that are made anew each time. */
  keptQuery(pathname: string, given: Record<string, unknown>): string | null;
  render(page: PageRequest): Promise<Response>;
}

function createTurnstile(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= RENDERS_AT_ONCE) {
      if (waiting.length >= RENDERS_WAITING) throw new AppError('unavailable', { retryAfter: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const KEPT_HEADERS = ['location', 'x-remix-reload-document', 'x-remix-response', 'x-remix-redirect', 'x-remix-status'];

async function toAnswer(response: Response, shown: Shown): Promise<FreshAnswer> {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value) headers[name] = value;
  }
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/html; charset=utf-8',
    body: Buffer.from(await response.arrayBuffer()),
    headers,
    shown,
    keep: response.status === 200 && shown.tags.size > 0,
  };
}

/**
 * Serves pages and the data of client navigation. What is public is rendered once, compressed once and kept until a
 * thing that it shows changes; the same page asked for by many at once is rendered once.
 */
export function servePageRoutes(app: FastifyInstance, { cache, origin, count, keptQuery, render }: PageOptions): void {
  const inTurn = createTurnstile();

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const language = languageOf(request);
    const at = request.url.indexOf('?');
    const pathname = at < 0 ? request.url : request.url.slice(0, at);
    const given = request.query as Record<string, unknown>;
    const namesLanguage = given.t !== undefined;
    const kept = keptQuery(pathname.endsWith('.data') ? pathname.slice(0, -5) : pathname, given);
    const make = async (search: string): Promise<FreshAnswer> => {
      const shown = nothingShown();
      const aborted = new AbortController();
      // One string, so that no path can name another host.
      const url = new URL(`${origin.origin}${pathname}${search}`);
      const response = await inTurn(() => render({ url, language, namesLanguage, shown, signal: aborted.signal }));
      return toAnswer(response, shown);
    };
    const address = limitKeyOf(request.ip);
    if (kept === null) {
      await count(address);
      const fresh = await make(at < 0 ? '' : request.url.slice(at));
      for (const [name, value] of Object.entries(fresh.headers ?? {})) reply.header(name, value);
      return reply
        .code(fresh.status)
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Accept-Language, Cookie')
        .type(fresh.contentType)
        .send(fresh.body);
    }
    const key = `page ${language}${namesLanguage ? ' t' : ''} ${pathname}${kept}`;
    let page = cache.get(key);
    if (!page) {
      await count(address);
      page = await cache.fill(key, () => make(kept));
    }
    return sendCached(request, reply, page, cacheControlOf(request));
  };
  app.get('/*', answer);
}
