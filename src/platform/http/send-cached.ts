import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from '../cache/cached-response.ts';
import { gzipOf, uncompressed } from '../cache/tag-cache.ts';
import type { SecurityHeaders } from './security-headers.ts';

type HeaderList = string[];

/** Headers of a response in one encoding. Built once, because this runs for every reader. */
const prepared = new WeakMap<CachedResponse, Map<string, HeaderList>>();

function headersOf(
  answer: CachedResponse,
  security: SecurityHeaders,
  encoding: string,
  cacheControl: string,
  length: number,
): HeaderList {
  let lists = prepared.get(answer);
  if (!lists) {
    lists = new Map();
    prepared.set(answer, lists);
  }
  const key = `${encoding} ${length} ${cacheControl}`;
  let list = lists.get(key);
  if (!list) {
    list = [];
    for (const [name, value] of Object.entries({ ...security.values, ...answer.headers })) list.push(name, value);
    list.push('content-type', answer.contentType, 'etag', answer.etag, 'cache-control', cacheControl);
    list.push(
      'vary',
      cacheControl.startsWith('private') ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding',
    );
    if (encoding !== '304') {
      if (encoding !== 'identity') list.push('content-encoding', encoding);
      list.push('content-length', String(length));
    }
    lists.set(key, list);
  }
  return list;
}

function encodingFor(headers: IncomingHttpHeaders): 'br' | 'gzip' | 'identity' {
  const accepts = headers['accept-encoding'];
  if (typeof accepts !== 'string') return 'identity';
  // `;q=0` refuses an encoding. It is so rare that uncompressed bytes, which are always right, are enough.
  if (accepts.includes('q=0') && /;\s*q=0(\.0*)?\s*(,|$)/.test(accepts)) return 'identity';
  return accepts.includes('br') ? 'br' : accepts.includes('gzip') ? 'gzip' : 'identity';
}

/** True if the caller accepts Brotli or gzip, as nearly all do. */
export function takesCompressed(headers: IncomingHttpHeaders): boolean {
  return encodingFor(headers) !== 'identity';
}

/** Sends a cached response, or 304 if the caller already has it. */
export async function sendCached(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  response: ServerResponse,
  answer: CachedResponse,
  cacheControl: string,
  security: SecurityHeaders,
): Promise<void> {
  if (headers['if-none-match'] === answer.etag && answer.status === 200) {
    response.writeHead(304, headersOf(answer, security, '304', cacheControl, 0)).end();
    return;
  }
  const encoding = encodingFor(headers);
  const body = encoding === 'br' ? answer.br : await (encoding === 'gzip' ? gzipOf(answer) : uncompressed(answer));
  response.writeHead(answer.status, headersOf(answer, security, encoding, cacheControl, body.length));
  response.end(method === 'HEAD' ? undefined : body);
}

/** Like `sendCached`, but within a route of the framework. */
export async function replyCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  cacheControl: string,
): Promise<FastifyReply> {
  reply.hijack();
  await sendCached(request, reply.raw, answer, cacheControl, request.server.securityHeaders);
  return reply;
}
