import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { AppError, type ErrorStatuses } from '#core/errors.ts';
import { DEFAULT_LANGUAGE } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';
import { type Places, type Shared, unshared } from '../processes/shared.ts';
import { Admission } from './admission.ts';
import { sendError } from './api.ts';
import type { CacheFirstHandler, Handler } from './cache-first.ts';
import { isForwarded, isOwnProxy } from './caller.ts';
import { SecurityHeaders } from './security-headers.ts';
import { limitSockets, MOST_OF_ADDRESS } from './sockets.ts';
import { BUSY_RETRY_S, toWireError } from './wire-errors.ts';

const HEADERS_TIMEOUT_MS = 10 * SECOND;
/** How often Node looks for requests that take too long. */
const LOOK_MS = SECOND / 2;
/** Slow clients don’t occupy a connection for longer than 15 s, including the time until Node looks. */
const REQUEST_TIMEOUT_MS = 15 * SECOND - 2 * LOOK_MS;
/** Longer than the keep-alive of proxies in front, so that we never close a connection first. */
const KEEP_ALIVE_MS = 72 * SECOND;
/** A connection without activity for this long is closed, such as when the client doesn’t read the response. */
const STALLED_MS = 120 * SECOND;
const MAX_HEADER_BYTES = 16 * 1024;
/** Beyond this mean delay of the event loop, in milliseconds, requests are refused. */
export const MAX_EVENT_LOOP_DELAY = 500;

/** A path without a page. Replaces paths that can’t be decoded, so that the not-found page is shown. */
const NOWHERE = '/not_found';

function isReadable(path: string): boolean {
  try {
    // Uses the result, because the bundler removes a call whose value is unused.
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/** Returns the path and query of a request. Proxies are sent the whole URL, but routes and pages only know paths. */
function pathOf({ url = '/' }: { url?: string }): string {
  const sent = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  const address = sent.startsWith('/') ? sent : `/${sent}`;
  const path = address.split('?', 1)[0]!;
  return path.startsWith('/api/') || isReadable(path) ? address : NOWHERE + address.slice(path.length);
}

/** Pipelined requests that a connection may send. Browsers and proxies send none. */
const MOST_AHEAD = 8;
const ahead = new WeakMap<Socket, number>();

/** True for a connection with too many pipelined requests. Responses that it doesn’t read would fill the memory. */
function isHeapingUp(request: IncomingMessage, response: ServerResponse): boolean {
  // A response has no socket while an earlier one is using it.
  if (response.socket !== null) return false;
  const count = (ahead.get(request.socket) ?? 0) + 1;
  ahead.set(request.socket, count);
  return count > MOST_AHEAD;
}

/** True for a request with several Host headers, of which a proxy may have used another one (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

interface ListenerOptions {
  first: CacheFirstHandler;
  others: Handler;
  refuse: (socket: Socket) => void;
  places: Places | null;
}

function createListener({ first, others, refuse, places }: ListenerOptions): Server {
  const times = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LOOK_MS,
  };
  const server = createServer({ ...times, maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (isHeapingUp(request, response)) request.socket.destroy();
    else if (hasTwoHosts(request)) refuse(request.socket);
    else first(request, response, others);
  });
  server.setTimeout(STALLED_MS);
  limitSockets(server, places);
  return server;
}

/**
 * Responds to requests that aren’t HTTP, have too long headers or two hosts, or don’t arrive in full. Closes the
 * connection.
 */
function refuseBrokenRequest(socket: Socket, securityHeaders: SecurityHeaders): void {
  const body = JSON.stringify(toWireError(new AppError('malformed_body'), DEFAULT_LANGUAGE));
  const headers = Object.entries({
    ...securityHeaders.values,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  });
  const head = ['HTTP/1.1 400 Bad Request', ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroySoon();
}

/**
 * Never refused because there is too much to do. Health checks, logout and token refresh must work even if everything else
 * is refused: a machine that is taken for dead leaves its load to the others. Files cost little, and a page that was
 * served a moment ago is unreadable without its style sheet.
 */
const SPARED = /^\/(assets\/|api\/(health|ready|user\/(logout|refresh_token))\b)/;

const underPressureError = () => Object.assign(new Error('under pressure'), { code: 'FST_UNDER_PRESSURE' });

/** Refuses requests that would have to wait for too many others. */
function limitAdmission(app: FastifyInstance): void {
  const admission = new Admission();
  // Once the body has arrived, so that slow clients take the place of no one.
  app.addHook('preValidation', (request, reply, done) => {
    if (SPARED.test(request.url)) return done();
    if (!admission.admit(request)) return done(underPressureError());
    // Also if the caller has gone, or the response is sent without hooks.
    reply.raw.once('close', () => admission.release(request));
    done();
  });
  // What is sent takes nothing more, such as a stream of events, which may last for hours.
  app.addHook('onSend', (request, _reply, _body, done) => {
    admission.release(request);
    done();
  });
}

/** Warns once if requests come through a proxy that the settings don’t name. Limits then count all visitors as one. */
function warnOfProxy(app: FastifyInstance, log: FastifyBaseLogger): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && isForwarded(request.headers)) {
      isWarned = true;
      log.warn(
        'A proxy forwards requests, but TRUST_PROXY isn’t set: all visitors count as one address. Set it to the number of proxies.',
      );
    }
    done();
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    errorStatuses: ErrorStatuses;
  }
}

/**
 * Creates the bare HTTP server: limits of time and size, security headers, errors in our envelope, and load shedding.
 * Requests that `first` answers never reach the framework.
 */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  errorStatuses: ErrorStatuses,
  first: CacheFirstHandler = (request, response, others) => others(request, response),
  securityHeaders = new SecurityHeaders(config),
  maxEventLoopDelay = MAX_EVENT_LOOP_DELAY,
  shared: Shared = unshared,
): Promise<FastifyInstance> {
  const limitsAddresses = config.rateLimits && config.trustProxy === 0;
  const app = fastify({
    loggerInstance: log,
    // Without request logs, which would be most of the log. Failures are logged where they are handled.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isOwnProxy(config.trustProxy),
    // Without a logger per request, which only the few failing ones would use.
    childLoggerFactory: (logger) => logger,
    serverFactory: (others) =>
      createListener({
        first,
        others,
        refuse: (socket) => refuseBrokenRequest(socket, securityHeaders),
        places: limitsAddresses ? shared.places('connections', MOST_OF_ADDRESS) : null,
      }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    rewriteUrl: pathOf,
    clientErrorHandler: ({ code }, socket) => {
      if (code !== 'ECONNRESET' && !socket.destroyed) refuseBrokenRequest(socket as Socket, securityHeaders);
    },
    // A URL that can’t be parsed matches no route, so no hooks run.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders.values);
      sendError(request, reply, error);
    },
  });
  app.decorate('securityHeaders', securityHeaders);
  app.decorate('errorStatuses', errorStatuses);
  // In `onSend`, which cached responses skip because they already have these headers.
  app.addHook('onSend', (_request, reply, _body, done) => {
    // Images have a stricter policy.
    const { values } = securityHeaders;
    for (const name in values) if (!reply.hasHeader(name)) reply.header(name, values[name]);
    done();
  });
  if (config.trustProxy === 0) warnOfProxy(app, log);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('unknown_path')));
  // Forms of other sites can send text, but not JSON.
  app.removeContentTypeParser('text/plain');
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(underPressure, {
    maxEventLoopDelay,
    retryAfter: BUSY_RETRY_S,
    pressureHandler: (request, _reply, _type, _value) => {
      if (!SPARED.test(request.url)) throw underPressureError();
    },
  });
  if (Number.isFinite(maxEventLoopDelay)) limitAdmission(app);
  return app;
}
