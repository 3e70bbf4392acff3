import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify';
import { SECOND } from '#core/time.ts';
import type { Config } from '../config.ts';
import { sendError } from './api.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** A request must have come in whole within this time, so that slow senders do not hold connections. */
const REQUEST_TIMEOUT_MS = 15 * SECOND;
const HEADERS_TIMEOUT_MS = 10 * SECOND;
/** Longer than the proxies that may stand in front, so that it is never us who closes first. */
const KEEP_ALIVE_MS = 72 * SECOND;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_EVENT_LOOP_DELAY_MS = 500;

/** The bare HTTP server: limits of time and size, security headers, failures in our envelope, shedding under overload. */
export async function createHttpServer(config: Config, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    // One line per request would be most of the log; failures are logged where they are answered.
    disableRequestLogging: true,
    // Counted from our side: what stands further out could have been written by anybody.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
  });
  app.addHook('onRequest', async (_request, reply) => {
    for (const name in SECURITY_HEADERS) reply.raw.setHeader(name, SECURITY_HEADERS[name]!);
  });
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
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
