import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { AppError } from '#core/errors.ts';
import { DEFAULT_LANGUAGE } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';
import { sendError } from './api.ts';
import type { CacheFirstHandler, Handler } from './cache-first.ts';
import { isOwnProxy } from './caller.ts';
import { SecurityHeaders } from './security-headers.ts';
import { toWireError } from './wire-errors.ts';

/** A request must have come in whole within this time, so that slow senders do not hold connections. */
const REQUEST_TIMEOUT_MS = 15 * SECOND;
const HEADERS_TIMEOUT_MS = 10 * SECOND;
/** Longer than the proxies that may stand in front, so that it is never us who closes first. */
const KEEP_ALIVE_MS = 72 * SECOND;
/** A connection on which nothing moves for so long, as of one who does not read the answer, is closed. */
const STALLED_MS = 120 * SECOND;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_EVENT_LOOP_DELAY_MS = 500;

/** Where no page is: whoever follows a broken link to a page is told so by one. */
const NOWHERE = '/not_found';

function isReadable(path: string): boolean {
  try {
    // Uses the result, because the bundler removes a call whose value is unused.
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/** The path of an address that was sent whole, as proxies are sent it: routes and pages know paths alone. */
function pathOf({ url = '/' }: { url?: string }): string {
  const sent = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  const address = sent.startsWith('/') ? sent : `/${sent}`;
  const path = address.split('?', 1)[0]!;
  return path.startsWith('/api/') || isReadable(path) ? address : NOWHERE + address.slice(path.length);
}

/** Requests that a connection may send before the one ahead of them is answered. Browsers and proxies send none. */
const MOST_AHEAD = 8;
const ahead = new WeakMap<Socket, number>();

/** True for a connection that heaps up requests: their answers, made but not read, would fill the memory. */
function isHeapingUp(request: IncomingMessage, response: ServerResponse): boolean {
  // A response has no socket while another one has it.
  if (response.socket !== null) return false;
  const count = (ahead.get(request.socket) ?? 0) + 1;
  ahead.set(request.socket, count);
  return count > MOST_AHEAD;
}

function createListener(first: CacheFirstHandler, others: Handler): Server {
  const times = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer({ ...times, maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (isHeapingUp(request, response)) request.socket.destroy();
    else first(request, response, others);
  });
  server.setTimeout(STALLED_MS);
  return server;
}

/** Answers what is no HTTP, is too long in its headers, or does not come in whole; the connection cannot go on. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, securityHeaders: SecurityHeaders): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
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
 * The bare HTTP server: limits of time and size, security headers, failures in our envelope, shedding under overload.
 * What `first` answers the framework never sees.
 */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  first: CacheFirstHandler = (request, response, others) => others(request, response),
  securityHeaders = new SecurityHeaders(config),
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    // One line per request would be most of the log; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isOwnProxy(config.trustProxy),
    // A logger for each request would be made for the few that fail.
    childLoggerFactory: (logger) => logger,
    serverFactory: (handler) => createListener(first, handler),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    rewriteUrl: pathOf,
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket as Socket, securityHeaders),
    // An address that cannot be read finds no route, and so comes by no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders.values);
      sendError(request, reply, error);
    },
  });
  app.decorate('securityHeaders', securityHeaders);
  // At the end, since kept answers bring their headers along and must not pay twice.
  app.addHook('onSend', (_request, reply, _body, done) => {
    // Images have a stricter policy of their own.
    const { values } = securityHeaders;
    for (const name in values) if (!reply.hasHeader(name)) reply.header(name, values[name]);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new AppError('unknown_path')));
  // Other sites' forms can send text; JSON they cannot.
  app.removeContentTypeParser('text/plain');
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    retryAfter: 5,
    // Whether we are alive, and the end of a session, must be answered also when everything else is refused.
    pressureHandler: (request, _reply, _type, _value) => {
      if (/^\/api\/(health|user\/(logout|refresh_token))\b/.test(request.url)) return;
      throw Object.assign(new Error('under pressure'), { code: 'FST_UNDER_PRESSURE' });
    },
  });
  return app;
}
