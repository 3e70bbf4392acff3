import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#core/languages.ts';
import type { CachedResponse } from '../cache/cached-response.ts';
import type { TagCache } from '../cache/tag-cache.ts';
import { askedLanguage, cacheControlFor, callerAddress, isPrerendered, languageFor, limitKeyOf } from './caller.ts';
import type { Limits } from './limits.ts';
import type { OwnChanges } from './own-changes.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { sendCached, takesCompressed } from './send-cached.ts';

/** Returns the cache key of a page. `search` is the part of the query that the page depends on. */
export function pageKey(language: Language, namesLanguage: boolean, pathname: string, search: string): string {
  return `page ${language}${namesLanguage ? ' t' : ''} ${pathname}${search}`;
}

/**
 * Returns the cache key of a public call. `named` is the language that the URL asks for, or null. It is part of the
 * key, because a URL that can be read in two ways has two responses. Calls with a limit of their own have other keys,
 * because they must be counted before a cache hit is served.
 */
export function callKey(language: Language, named: Language | null, url: string, hasOwnLimit: boolean): string {
  return `${hasOwnLimit ? 'limited call' : 'call'} ${language}${named ? ' t' : ''} ${url}`;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers a request or passes it on to `others`: right away, or once it knows that it can’t answer. */
export type CacheFirstHandler = (request: IncomingMessage, response: ServerResponse, others: Handler) => void;

const LANGUAGE = /[?&]t=([\w-]{1,20})(?=&|$)/;

/**
 * Serves cache hits before the request reaches the framework, whose overhead exceeds the cost of the response
 * (docs/quality.md, S1 and S6). Everything else falls through to the routes, which fill the cache.
 */
export function createCacheFirstHandler(options: {
  cache: TagCache;
  ownChanges: Pick<OwnChanges, 'isHeard'>;
  limits: Limits;
  trustProxy: number;
  securityHeaders: SecurityHeaders;
}): CacheFirstHandler {
  const { cache, ownChanges, limits, trustProxy, securityHeaders } = options;
  return (request, response, others) => {
    const { method, headers } = request;
    const url = request.url!;
    if (method !== 'GET' || !takesCompressed(headers) || isPrerendered(headers) || !ownChanges.isHeard(headers))
      return others(request, response);
    const at = url.indexOf('?');
    const asked = at < 0 ? undefined : LANGUAGE.exec(url)?.[1];
    const language = languageFor(asked, headers);
    const named = askedLanguage(asked);
    const send = (kept: CachedResponse) =>
      sendCached(request, response, kept, cacheControlFor(named, kept.until), securityHeaders);
    if (url.startsWith('/api/')) {
      const kept = cache.get(callKey(language, named, url, false));
      if (!kept) return others(request, response);
      limits.ofAddress(limitKeyOf(callerAddress(request, trustProxy))).then(
        () => send(kept),
        // The route refuses it with an error in the envelope.
        () => others(request, response),
      );
      return;
    }
    // The language is the only query parameter of pages for readers.
    const isPlain = at < 0 || (asked !== undefined && url.length === at + '?t='.length + asked.length);
    const kept = isPlain ? cache.get(pageKey(language, at >= 0, at < 0 ? url : url.slice(0, at), '')) : null;
    if (kept) void send(kept);
    else others(request, response);
  };
}
