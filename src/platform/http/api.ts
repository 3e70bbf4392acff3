import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, hasRestingRights, isAdministrator, isModerator } from '#core/actor.ts';
import { type Access, type AnswerOf, type Endpoint, type InputOf, isRead } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { type CachePolicy, emptyCachePolicy, type TagCache } from '../cache/tag-cache.ts';
import { type Ctx, createCtx, type Deps } from '../context.ts';
import { type Db, type Hold, isDown, isImpossibleValue } from '../db/database.ts';
import type { Replica } from '../db/replica/replica.ts';
import { withoutMessage, withoutStack } from '../log/log.ts';
import { createMemo } from '../memo.ts';
import { callKey } from './cache-first.ts';
import { cacheControlOf, cookie, languageOf, limitKeyOf, namedLanguage, tokenOf } from './caller.ts';
import { type Deadline, deadline, startDeadline } from './deadline.ts';
import { DEVICE_COOKIE, deviceCookie } from './device-cookie.ts';
import { hiddenCookie } from './hidden-cookie.ts';
import { withIdempotency } from './idempotency.ts';
import type { OwnChanges } from './own-changes.ts';
import { type RawCall, type Route, runRoute } from './pipeline.ts';
import { PublicReads, type Reads } from './public-reads.ts';
import { replyCached } from './send-cached.ts';
import { readUpload, UPLOAD_BODY_BYTES } from './upload.ts';
import { asAppError, toWireError } from './wire-errors.ts';

/** Maximum body sizes in bytes (product §13). */
const JSON_BODY_BYTES = 64 * 1024;
const LONG_TEXT_BODY_BYTES = 1024 * 1024;
/** Maximum nesting of a body. The text of a chapter needs 13. */
const BODY_DEPTH = 20;
/** Maximum URL length of a response that is cached. */
const CACHED_URL_LENGTH = 300;

/** Returns the member with this access token. Throws `login_required` or `banned`. */
export type Identify = (token: string, language: Language) => Promise<Actor>;

export interface Api {
  register: (app: FastifyInstance) => void;
  /**
   * Calls an endpoint for a page that is rendered in this process: the same checks, deadline and errors, but no HTTP,
   * no limits, and always a visitor. Calls with the same `reads` share what they read.
   */
  callInProcess: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    call: { language: Language; cachePolicy: CachePolicy; reads?: Reads },
  ) => Promise<AnswerOf<E>>;
  /** See `PublicReads.begin`. */
  beginReads: PublicReads['begin'];
}

function checkAccess(access: Access, actor: Actor | null): void {
  if (access === 'public' || access === 'open') return;
  if (!actor) throw new AppError('login_required');
  const isRefused =
    (access === 'moderator' && !isModerator(actor)) || (access === 'administrator' && !isAdministrator(actor));
  if (isRefused) throw refused(new AppError('forbidden'), actor);
}

/**
 * Replaces `forbidden` if the caller has the role, but its rights rest. Its status isn’t 403, on which our pages refresh
 * the session.
 */
function refused(error: unknown, actor: Actor | null): unknown {
  const isForbidden = error instanceof AppError && error.code === 'forbidden';
  return isForbidden && hasRestingRights(actor) ? new AppError('second_factor_required') : error;
}

/** The first thing in a transaction of a read, which must open none. */
const refuseTransaction: Hold = async () => {
  throw new Error('A read must not open a transaction.');
};

/** Returns what `Ctx.hold` is for this caller. */
function holdOf({ access, read }: Endpoint, actor: Actor | null, hold: (db: Db, actor: Actor) => Promise<void>) {
  if (read) return refuseTransaction;
  return actor && access !== 'account' ? (db: Db) => hold(db, actor) : null;
}

/** Removes from the cause of an error what may quote the body. */
function unquoted(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (error.cause) error.cause = withoutMessage(error.cause);
  return error;
}

/** Returns the body of a POST. Refuses deeply nested bodies, which would break the code that walks them. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw new AppError('unsupported_body');
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  let level = [request.body].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === BODY_DEPTH) throw new AppError('malformed_body');
    level = level.flatMap((value) => Object.values(value as object).filter(isObject));
  }
  return request.body ?? {};
}

/** Returns the query without `t`, which is not an input of the call. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  const { t: _, ...query } = request.query as Record<string, unknown>;
  return query;
}

/** Logs server failures. `status` is the status of the response. */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  error: AppError,
  status: number,
  path: string | undefined,
): void {
  // Callers’ mistakes aren’t logged, except values that only the database refused: a schema should have.
  if (status < 500 && !isImpossibleValue(error.cause)) return;
  const thrown = error.cause ?? error;
  // A full disk or a lost database fails every call, and its log must not fill the disk.
  const err = thrown instanceof Error && isDown(thrown) ? withoutStack(thrown) : thrown;
  log[error.code === 'internal' ? 'error' : 'warn']({ err, path }, error.code);
}

/** Sends an error in the envelope, in the caller’s language. Logs server failures. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asAppError(thrown);
  const status = request.server.errorStatuses[error.code];
  logFailure(request.log, error, status, request.routeOptions.url);
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return (
    reply
      .code(status)
      .header('cache-control', 'no-store')
      // A stream that failed has set its own.
      .type('application/json; charset=utf-8')
      .send(toWireError(error, languageOf(request)))
  );
}

export function createApi(options: {
  routes: Route[];
  deps: Deps;
  identify: Identify;
  /** Like `identify`, but also accepts restricted members, whose actor has no session. */
  identifyRestricted: Identify;
  /** Locks the account of a caller who must not be restricted, see `Ctx.hold`. */
  hold: (db: Db, actor: Actor) => Promise<void>;
  cache: TagCache;
  ownChanges: OwnChanges;
  replica?: Replica | null;
}): Api {
  const { routes, deps, identify, identifyRestricted, hold, cache, ownChanges, replica = null } = options;
  const publicReads = new PublicReads(deps, replica);
  const byPath = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));

  const answerPublic = async (route: Route, request: FastifyRequest, reply: FastifyReply) => {
    const within = startDeadline();
    const address = limitKeyOf(request.ip);
    await deps.limits.ofAddress(address);
    if (route.endpoint.limit) await within(deps.limits.ofClass(route.endpoint.limit, address, null));
    const language = languageOf(request);
    const isWorthKeeping = !route.endpoint.uncached && request.url.length <= CACHED_URL_LENGTH;
    const make = async (mustBeNewest: boolean) => {
      const cachePolicy = emptyCachePolicy();
      const answered = publicReads
        .begin({ mustBeNewest })
        .run((from, memo) =>
          runRoute(route, createCtx(from, { language, address, cachePolicy, memo }), { input: queryOf(request) }),
        );
      const envelope = await within(answered);
      return {
        status: 200,
        contentType: 'application/json; charset=utf-8',
        body: JSON.stringify(envelope),
        cachePolicy,
        keep: isWorthKeeping && cachePolicy.tags.size > 0,
      };
    };
    const key = callKey(language, namedLanguage(request), request.url, route.endpoint.limit !== undefined);
    const responses = await ownChanges.cacheFor(request.headers, cache);
    const answer = (isWorthKeeping ? responses.get(key) : null) ?? (await responses.fill(key, make));
    return replyCached(request, reply, answer, cacheControlOf(request, answer.until));
  };

  /** Lets the browser see what the call has changed on public pages with its next request. */
  const tellOfChange = (reply: FastifyReply, { changed, position }: CachePolicy) => {
    if (changed.size > 0) reply.header('clear-site-data', '"prefetchCache"');
    if (changed.size > 0 && position !== null) reply.header('set-cookie', ownChanges.cookieFor(position));
  };

  const answerPrivate = async (route: Route, request: FastifyRequest, reply: FastifyReply) => {
    const within = startDeadline();
    const { endpoint } = route;
    const address = limitKeyOf(request.ip);
    const language = languageOf(request);
    const token = endpoint.access === 'open' ? null : tokenOf(request);
    // Counted before the database query, so that a flood of bad tokens is as cheap as any other.
    await deps.limits.ofAddress(address);
    const find = endpoint.access === 'account' ? identifyRestricted : identify;
    const actor = token ? await within(find(token, language)) : null;
    checkAccess(endpoint.access, actor);
    if (actor) await deps.limits.ofMember(actor.id);
    if (endpoint.limit) await within(deps.limits.ofClass(endpoint.limit, address, actor?.id ?? null));
    const ctx = createCtx(deps, {
      language,
      actor,
      address,
      userAgent: request.headers['user-agent'] ?? '',
      device: { token: cookie(request.headers.cookie, DEVICE_COOKIE), issued: null },
      hold: holdOf(endpoint, actor, hold),
      memo: isRead(endpoint) ? createMemo() : null,
    });
    try {
      const envelope = await runPrivate(route, request, ctx, within);
      clearCookie(endpoint, reply);
      tellOfChange(reply, ctx.cachePolicy);
      if (ctx.device.issued !== null) reply.header('set-cookie', deviceCookie(ctx.config, ctx.device.issued));
      return reply.code(200).header('cache-control', 'no-store').send(envelope);
    } catch (error) {
      // The caller can send the call again with a correction, such as after a wrong password.
      if (!['invalid_input', 'too_many_requests'].includes(asAppError(error).code)) clearCookie(endpoint, reply);
      // A transaction before the failure may have changed something.
      if (ctx.cachePolicy.position !== null) tellOfChange(reply, ctx.cachePolicy);
      if (endpoint.limit && actor && request.server.errorStatuses[asAppError(error).code] < 500)
        await deps.limits.notDone(endpoint.limit, actor.id);
      throw endpoint.read ? unquoted(error) : refused(error, actor);
    }
  };

  const clearCookie = (endpoint: Endpoint, reply: FastifyReply) => {
    if (endpoint.cookie) reply.header('set-cookie', hiddenCookie(deps.config, endpoint.cookie, '', { lasts: 0 }));
  };

  const runPrivate = async (route: Route, request: FastifyRequest, ctx: Ctx, within: Deadline) => {
    const { endpoint } = route;
    let raw: RawCall;
    if (endpoint.upload) {
      const upload = await readUpload(request);
      raw = { input: upload.fields, query: queryOf(request), file: upload.file };
    } else if (endpoint.method === 'GET') raw = { input: queryOf(request) };
    else raw = { input: bodyOf(request), query: queryOf(request) };
    if (endpoint.cookie) raw.cookie = cookie(request.headers.cookie, endpoint.cookie);
    // Reads change nothing. Uploads don’t need it, because uploading an image twice changes nothing. And processing it takes longer than a
    // transaction may stay open.
    const mayRepeat = ctx.actor && !isRead(endpoint) && !endpoint.upload;
    const idempotencyKey = request.headers['idempotency-key'];
    // An upload may take longer to arrive. Its time starts after that.
    const { envelope, isRepeat } = await (endpoint.upload ? startDeadline() : within)(
      mayRepeat && typeof idempotencyKey === 'string'
        ? withIdempotency(ctx, { key: idempotencyKey, call: endpoint.path, raw }, (inner) =>
            runRoute(route, inner, raw),
          )
        : runRoute(route, ctx, raw).then((done) => ({ envelope: done, isRepeat: false })),
    );
    if (isRepeat && endpoint.limit && ctx.actor) await deps.limits.notDone(endpoint.limit, ctx.actor.id);
    return envelope;
  };

  return {
    register(app) {
      for (const route of routes) {
        const { endpoint } = route;
        const answer = endpoint.access === 'public' ? answerPublic : answerPrivate;
        app.route({
          method: endpoint.method,
          url: `/api/${endpoint.path}`,
          bodyLimit: endpoint.upload ? UPLOAD_BODY_BYTES : endpoint.longText ? LONG_TEXT_BODY_BYTES : JSON_BODY_BYTES,
          handler: (request, reply) => answer(route, request, reply),
        });
      }
      const paths = new Map<string, Set<string>>();
      for (const { endpoint } of routes) {
        const methods = paths.get(`/api/${endpoint.path}`) ?? new Set();
        paths.set(`/api/${endpoint.path}`, methods.add(endpoint.method));
      }
      app.all('/api/*', (request, reply) => {
        const methods = paths.get(request.url.split('?', 1)[0]!);
        if (methods) reply.header('allow', [...methods].join(', '));
        return sendError(request, reply, new AppError(methods ? 'method_not_allowed' : 'unknown_path'));
      });
    },
    beginReads: (how) => publicReads.begin(how),
    async callInProcess(endpoint, input, { language, cachePolicy, reads = publicReads.begin() }) {
      const route = byPath.get(`${endpoint.method} ${endpoint.path}`);
      if (route?.endpoint.access !== 'public')
        throw new Error(`${endpoint.path} is no public read; pages load nothing else on the server.`);
      const envelope = await deadline(
        reads.run((from, memo) => runRoute(route, createCtx(from, { language, cachePolicy, memo }), { input })),
      );
      const answer = route.endpoint.list ? { items: envelope.data, next: envelope.next ?? null } : envelope.data;
      return answer as AnswerOf<typeof endpoint>;
    },
  };
}
