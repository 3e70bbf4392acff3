import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '#platform/s3-settings.ts';

const BUCKET = 'skein-test';
const KEY_ID = 'AKIDEXAMPLE';
const SECRET = 'a secret of the test store';
const REGION = 'eu-test-1';
const MOST_SKEW_MS = 15 * 60_000;

interface StoredObject {
  bytes: Buffer;
  readonly headers: Record<string, string>;
  storedAt: Date;
}

/** A small S3 that checks every signature. */
export interface S3Server {
  readonly config: S3Config;
  readonly objects: Map<string, StoredObject>;
  /** Method and path of each request, in their order. */
  readonly requests: string[];
  /** Objects in a page of a list. */
  pageSize: number;
  /** Changes what is stored, as a store does that loses data. */
  loses: ((bytes: Buffer) => Buffer) | null;
  /** True if its tags aren’t digests, as with some kinds of encryption. */
  hidesDigests: boolean;
  /** True if it stores an object although there is one, because it doesn’t know conditions. */
  ignoresConditions: boolean;
  /** Called with the key of each object that was stored. The answer waits for it. */
  stored: (key: string) => Promise<void> | void;
  /** The environment of a site that uses it. */
  readonly env: Record<string, string>;
  stop: () => Promise<void>;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns why a request isn’t signed as the documentation of AWS Signature Version 4 says. Null if it is. */
function refusalOf(request: IncomingMessage, body: Buffer): string | null {
  const { authorization = '' } = request.headers;
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    authorization,
  );
  if (!parts) return 'AccessDenied';
  const [, credential = '', names = '', signature] = parts;
  const [keyId, day = '', region = '', service = '', end] = credential.split('/');
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION || service !== 's3' || end !== 'aws4_request') return 'AuthorizationHeaderMalformed';
  const time = String(request.headers['x-amz-date']);
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(day) || !(Math.abs(Date.now() - sent) < MOST_SKEW_MS)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!needed.every((name) => signed.includes(name))) return 'AccessDenied';
  const digest = String(request.headers['x-amz-content-sha256']);
  if (digest !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url!, 'http://s3');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const path = url.pathname
    .split('/')
    .map((name) => encode(decodeURIComponent(name)))
    .join('/');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, path, query.join('&'), headers, names, digest].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac as never, hmac(hmac(`AWS4${SECRET}`, day), region)) as Buffer;
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // A client that gives up resets its connection.
    await request.forEach((chunk) => void chunks.push(chunk)).catch(() => {});
    await answer(request, Buffer.concat(chunks), response);
  });
  const answer = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://s3');
    requests.push(`${request.method} ${url.pathname}`);
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    const refusal = refusalOf(request, body);
    if (refusal !== null) return refuse(refusal === 'XAmzContentSHA256Mismatch' ? 400 : 403, refusal);
    // Nothing of a site is public.
    if (request.headers['x-amz-acl'] !== undefined) return refuse(400, 'AccessControlListNotSupported');
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (key === '') return response.end(pageOf(url.searchParams));
    const found = objects.get(key);
    if (request.method === 'PUT') {
      if (found && request.headers['if-none-match'] === '*' && !server.ignoresConditions)
        return refuse(412, 'PreconditionFailed');
      const meta = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
      const bytes = server.loses?.(body) ?? body;
      const digest = createHash('md5').update(bytes).digest('hex');
      const etag = `"${server.hidesDigests ? `${digest.slice(0, 8)}-1` : digest}"`;
      objects.set(key, { bytes, headers: { etag, ...Object.fromEntries(meta) } as never, storedAt: new Date() });
      await server.stored(key);
      return response.writeHead(200, { etag }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (!found) return refuse(404, 'NoSuchKey');
    response.writeHead(200, { ...found.headers, 'content-length': String(found.bytes.length) });
    return response.end(request.method === 'HEAD' ? undefined : found.bytes);
  };
  const pageOf = (query: URLSearchParams): string => {
    const start = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > start).sort();
    const page = keys.slice(0, server.pageSize);
    const contents = page.map((key) => {
      const { bytes, storedAt } = objects.get(key)!;
      const facts = `<LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size>`;
      return `<Contents><Key>${key}</Key>${facts}</Contents>`;
    });
    const isCut = keys.length > page.length;
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  };
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const endpoint = new URL(`http://127.0.0.1:${port}`);
  const server: S3Server = {
    config: {
      endpoint,
      bucket: BUCKET,
      keyId: KEY_ID,
      secret: SECRET,
      region: REGION,
      prefix: 'site',
      pathStyle: true,
    },
    objects,
    requests,
    pageSize: 1000,
    loses: null,
    hidesDigests: false,
    ignoresConditions: false,
    stored: () => {},
    env: {
      S3_ENDPOINT: endpoint.href,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
      S3_REGION: REGION,
      S3_PREFIX: 'site',
    },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
