import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import type { AppError } from '#core/errors.ts';
import { DEFAULT_LANGUAGE } from '#core/languages.ts';
import { emptyCachePolicy, type TagCache } from '../cache/tag-cache.ts';
import { type Ctx, createCtx, type Deps } from '../context.ts';
import { createMemo } from '../memo.ts';
import { type Api, logFailure } from './api.ts';
import { languageOf, limitKeyOf } from './caller.ts';
import { deadline } from './deadline.ts';
import type { OwnChanges } from './own-changes.ts';
import type { Reads } from './public-reads.ts';
import { replyCached } from './send-cached.ts';

export interface RawRequest {
  readonly ctx: Ctx;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** The address of the caller itself, where limits count `ctx.address`. */
  readonly ip: string;
  /** The body of a POST, of any type. Empty for a GET. */
  readonly body: Buffer;
  /** Calls a public read, as a visitor. The response gets its cache tags. */
  readonly read: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<AnswerOf<E>>;
}

interface RawAnswer {
  /** 200 if it isn’t given. */
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
  /** An error that the response conceals, such as behind a redirect. It is logged like others. */
  readonly failure?: AppError;
}

interface Declared {
  readonly method: 'GET' | 'POST';
  /** Pattern of the router, such as `/images/:key`. */
  readonly path: string;
  /**
   * - `public`: the same for everyone.
   * - `open`: anyone, but each caller gets its own response.
   * - `link`: anyone who has a URL with a secret, which the route checks.
   * - `operator`: only those who run the site. The route checks it.
   */
  readonly access: 'public' | 'open' | 'link' | 'operator';
  /** Cache-Control of the response. Errors are never stored. */
  readonly cache: string;
  /** Maximum bytes of the body. Only for a POST. */
  readonly body?: number;
  /** The limit that each request counts for, or why there is none. */
  readonly limit: 'address' | 'pages' | { readonly none: string };
  /** False if this site doesn’t have the route. */
  readonly isOn?: (deps: Deps) => boolean;
}

interface SentRoute extends Declared {
  readonly kept?: undefined;
  readonly answer: (request: RawRequest) => RawAnswer | Promise<RawAnswer>;
}

/**
 * A response that is the same for everyone at its URL, in English unless the query names a language, and cached until
 * one of its tags is invalidated.
 */
interface KeptRoute extends Declared {
  /** Returns the key in the cache. Only requests that find nothing there count for the limit. */
  readonly kept: (params: RawRequest['params'], query: RawRequest['query']) => string;
  readonly answer: (request: RawRequest) => Promise<{ readonly type: string; readonly body: string }>;
}

/** What is served besides calls and pages: feeds, files, redirects, what machines read. */
export type RawRoute = SentRoute | KeptRoute;

/** Declares a route that isn’t a call. `registerRawRoutes` applies everything that is declared. */
export function rawRoute(declaration: RawRoute): RawRoute {
  return declaration;
}

interface Site {
  readonly deps: Deps;
  readonly cache: TagCache;
  readonly ownChanges: OwnChanges;
  readonly api: Pick<Api, 'callInProcess' | 'beginReads'>;
}

function count({ limit }: RawRoute, { limits }: Deps, address: string): Promise<void> {
  if (limit === 'address') return limits.ofAddress(address);
  return limit === 'pages' ? limits.ofPages(address) : Promise.resolve();
}

function readRequest(
  request: FastifyRequest,
  { deps, api, ownChanges }: Site,
  kept: { readonly mustBeNewest: boolean } | null,
): RawRequest {
  const language = kept ? DEFAULT_LANGUAGE : languageOf(request);
  const cachePolicy = emptyCachePolicy();
  const memo = createMemo();
  let reads: Reads | null = null;
  const address = limitKeyOf(request.ip);
  return {
    ctx: createCtx(deps, { language, address, cachePolicy, memo: request.method === 'POST' ? null : memo }),
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    ip: request.ip,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    read: (endpoint, input) => {
      const { mustBeNewest } = kept ?? { mustBeNewest: !ownChanges.isHeard(request.headers) };
      reads ??= api.beginReads({ mustBeNewest, memo });
      return api.callInProcess(endpoint, input, { language, cachePolicy, reads });
    },
  };
}

async function sendKept(
  route: KeptRoute,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = route.kept(request.params as Record<string, string>, request.query as Record<string, unknown>);
  const responses = await site.ownChanges.cacheFor(request.headers, site.cache);
  let kept = responses.get(key);
  if (!kept) {
    await count(route, site.deps, limitKeyOf(request.ip));
    kept = await responses.fill(key, async (mustBeNewest) => {
      const asked = readRequest(request, site, { mustBeNewest });
      const { type, body } = await deadline(route.answer(asked));
      return { status: 200, contentType: type, body, cachePolicy: asked.ctx.cachePolicy, keep: true };
    });
  }
  return replyCached(request, reply, kept, route.cache);
}

/** Returns the answer once its stream has something to send, so that a failure before that gets an error response. */
async function begun(answer: RawAnswer | Promise<RawAnswer>): Promise<RawAnswer> {
  const made = await answer;
  if (made.body instanceof Readable) await once(made.body, 'readable');
  return made;
}

async function send(route: SentRoute, site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = readRequest(request, site, null);
  await count(route, site.deps, asked.ctx.address);
  const answering = Promise.resolve(route.answer(asked));
  const {
    status = 200,
    type,
    headers = {},
    body,
    failure,
  } = await deadline(begun(answering)).catch((error: unknown) => {
    // A file that is opened too late must be closed.
    answering.then(({ body: late }) => late instanceof Readable && late.destroy()).catch(() => {});
    throw error;
  });
  reply
    .code(status)
    .header('cache-control', status < 400 ? route.cache : 'no-store')
    .headers(headers);
  if (type) reply.type(type);
  if (failure) logFailure(request.log, failure, request.server.errorStatuses[failure.code], route.path);
  if (request.method !== 'HEAD' || !(body instanceof Readable)) return reply.send(body ?? undefined);
  // Otherwise the framework would read it to its end.
  body.destroy();
  return reply.send(Readable.from([]));
}

/** Adds these routes: limit, deadline, headers and cache as declared. Errors get the envelope, like those of calls. */
export function registerRawRoutes(http: FastifyInstance, routes: readonly RawRoute[], site: Site): void {
  for (const route of routes) {
    if (route.isOn?.(site.deps) === false) continue;
    const { method, path: url } = route;
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      route.kept ? sendKept(route, site, request, reply) : send(route, site, request, reply);
    if (method === 'GET') http.route({ method, url, handler });
    else
      http.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        scope.route({ method, url, handler, bodyLimit: route.body ?? 0 });
      });
  }
}
