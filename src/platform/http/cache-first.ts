import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#core/languages.ts';
import type { CachedResponse, TagCache } from '../cache/tag-cache.ts';
import { askedLanguage, cacheControlFor, callerAddress, isPrerendered, languageFor, limitKeyOf } from './caller.ts';
import type { Limits } from './limits.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { sendCached, takesCompressed } from './send-cached.ts';

/** The key under which a page is kept; `search` is the part of the query that it depends on. */
export function pageKey(language: Language, namesLanguage: boolean, pathname: string, search: string): string {
  return `page ${language}${namesLanguage ? ' t' : ''} ${pathname}${search}`;
}

/**
 * The key under which the answer of a public call is kept. `named` is the language that the address asks for, if it does:
 * an address that can be read in two ways has two answers. Calls with a limit of their own must be counted by it first.
 */
export function callKey(language: Language, named: Language | null, url: string, hasOwnLimit: boolean): string {
  return `${hasOwnLimit ? 'limited call' : 'call'} ${language}${named ? ' t' : ''} ${url}`;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Answers a request, or hands it on to `others`: at once, or once it knows that it must not answer. */
export type CacheFirstHandler = (request: IncomingMessage, response: ServerResponse, others: Handler) => void;

const LANGUAGE = /[?&]t=([\w-]{1,20})(?=&|$)/;

/**
 * Answers from the cache before the framework sees the request: what it does for each one costs more than the answer
 * (docs/quality.md, S1 and S6). Whatever is not plainly kept is left to the routes, which put it there.
 */
export function createCacheFirstHandler(options: {
  cache: TagCache;
  limits: Limits;
  trustProxy: number;
  securityHeaders: SecurityHeaders;
}): CacheFirstHandler {
  const { cache, limits, trustProxy, securityHeaders } = options;
  return (request, response, others) => {
    const { method, headers } = request;
    const url = request.url!;
    if (method !== 'GET' || !takesCompressed(headers) || isPrerendered(headers)) return others(request, response);
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
        // Refused there as every call is, in the envelope.
        () => others(request, response),
      );
      return;
    }
    // Of all parameters readers' addresses have the language alone.
    const isPlain = at < 0 || (asked !== undefined && url.length === at + '?t='.length + asked.length);
    const kept = isPlain ? cache.get(pageKey(language, at >= 0, at < 0 ? url : url.slice(0, at), '')) : null;
    if (kept) void send(kept);
    else others(request, response);
  };
}
