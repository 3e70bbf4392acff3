import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { S3Config } from '../s3-settings.ts';
import { checkPath, type FileStore } from './file-store.ts';
import {
  between,
  expectSuccess,
  type Patience,
  QUICK,
  S3Client,
  S3Failure,
  type Send,
  WrongContent,
} from './s3-client.ts';
import { listObjects } from './s3-list.ts';
import { verified } from './verified.ts';

/** Name of the header by which each object says what its content is. */
const DIGEST = 'x-amz-meta-sha256';
/** Slower connections than this can’t move large files, such as exports. */
const BYTES_PER_SECOND = 256 * 1024;
/** While so many files are being stored, and one of them for longer than this, others are refused. */
const MOST_SLOW = 4;
const SLOW_MS = SECOND;
/** A store that stalls isn’t known to be slow for a second. Meanwhile, this many are enough to wait for it. */
const MOST_AT_ONCE = 6;
/** More connections to the database than files that may be stored at once. */
const MANY = 11;

/**
 * Keeps files as private objects of a bucket. Each says the SHA-256 of its content. It is verified after it was stored,
 * and whenever it is read. `connections`: how many the process has to its database. Some of them stay free, whatever S3
 * does.
 */
export function createS3Files(config: S3Config, patience: Patience = QUICK, connections = MANY): FileStore {
  const mostSlow = Math.min(MOST_SLOW, Math.floor(connections / 2));
  const mostAtOnce = Math.min(MOST_AT_ONCE, connections - 1);
  const client = new S3Client(config, patience);
  const storing = new Set<{ readonly since: number }>();

  /** Callers wait in transactions. A store that is slow must not hold all connections to the database. */
  const oneOfFew = async <T>(work: () => Promise<T>): Promise<T> => {
    const now = performance.now();
    const isSlow = storing.size >= mostSlow && [...storing].some(({ since }) => now - since > SLOW_MS);
    if (isSlow || storing.size >= mostAtOnce)
      throw new AppError('unavailable', { retryAfter: 5, cause: new Error('S3 is too slow to store another file') });
    const entry = { since: now };
    storing.add(entry);
    return work().finally(() => storing.delete(entry));
  };
  /** Stores a body with these digests, and makes sure that it arrived. */
  const store = async (send: Send, path: string, body: Uint8Array | Blob, { sha256, md5 }: Digests) => {
    const response = await send({ method: 'PUT', path, body, headers: headersOf({ sha256 }) });
    await expectSuccess(response, 'PUT');
    await response.arrayBuffer();
    // With some kinds of encryption, the tag isn’t the digest.
    if (tagOf(response) === md5) return;
    if ((await readDigest(send, path)) !== sha256) throw new WrongContent('S3 has not stored what was sent');
  };
  return {
    place: `s3://${config.bucket}/${config.prefix}`,
    failures: () => client.failures,
    put(path, bytes) {
      checkPath(path);
      const digests = { sha256: digestOf('sha256', bytes), md5: digestOf('md5', bytes) };
      return oneOfFew(() => client.run((send) => store(send, path, bytes, digests)));
    },
    putNew(path, bytes) {
      checkPath(path);
      const digests = { sha256: digestOf('sha256', bytes), md5: digestOf('md5', bytes) };
      const headers = { ...headersOf(digests), 'if-none-match': '*' };
      return client.run(async (send) => {
        const response = await send({ method: 'PUT', path, body: bytes, headers });
        if (response.status === ITS_THERE || response.status === UNKNOWN_REQUEST) {
          await response.arrayBuffer();
          return response.status === ITS_THERE ? undefined : store(send, path, bytes, digests);
        }
        if (response.status === AT_THE_SAME_TIME) throw new S3Failure('S3 is just storing another one', true, false);
        await expectSuccess(response, 'PUT');
        await response.arrayBuffer();
      });
    },
    async move(file, path) {
      checkPath(path);
      const { size } = await stat(file);
      const digests = await digestsOf(createReadStream(file));
      const body = await openAsBlob(file);
      await client.run((send) => store(send, path, body, digests), patienceFor(size));
      await rm(file, { force: true });
    },
    get(path) {
      checkPath(path);
      return client.run(async (send) => {
        const response = await found(await send({ method: 'GET', path }));
        if (response === null) return null;
        const bytes = Buffer.from(await response.arrayBuffer());
        const [expected, actual] = expectedOf(response, bytes);
        if (expected !== actual) throw new WrongContent('S3 sent another content than was stored');
        return bytes;
      });
    },
    open(path) {
      checkPath(path);
      return client.run(async (send) => {
        const response = await found(await send({ method: 'GET', path }));
        if (response === null) return null;
        const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
        if (!Number.isSafeInteger(bytes) || !response.body) throw new S3Failure('S3 sent no length', true);
        const chunks = verified(response.body.getReader(), bytes, response.headers.get(DIGEST));
        return { bytes, body: Readable.from(chunks, { objectMode: false }) };
      });
    },
    digest(path) {
      checkPath(path);
      return client.run(async (send) => {
        const response = await send({ method: 'HEAD', path });
        // A response to HEAD has no body that says why.
        if (response.status === 404) return null;
        await expectSuccess(response, 'HEAD');
        return response.headers.get(DIGEST) ?? readDigest(send, path);
      });
    },
    delete(path) {
      checkPath(path);
      return client.run(async (send) => {
        const response = await send({ method: 'DELETE', path });
        if (response.status !== 404) await expectSuccess(response, 'DELETE');
        await response.arrayBuffer();
      });
    },
    list: (start) => listObjects(client, config.prefix, start),
    // An object is stored whole or not at all.
    dropUnfinished: async () => 0,
  };
}

/** Answers to a request to store an object unless there is one. */
const ITS_THERE = 412;
const AT_THE_SAME_TIME = 409;
const UNKNOWN_REQUEST = 501;

const headersOf = ({ sha256 }: Pick<Digests, 'sha256'>) => ({
  'x-amz-content-sha256': sha256,
  [DIGEST]: sha256,
  'content-type': 'application/octet-stream',
});

interface Digests {
  readonly sha256: string;
  readonly md5: string;
}

function digestOf(algorithm: 'sha256' | 'md5', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

async function digestsOf(chunks: AsyncIterable<Uint8Array>): Promise<Digests> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  for await (const chunk of chunks) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}

const tagOf = ({ headers }: Response) => headers.get('etag')?.replaceAll('"', '') ?? null;

/** Returns null for an object that doesn’t exist. Anything else that isn’t a success is a failure. */
async function found(response: Response): Promise<Response | null> {
  if (response.status !== 404) {
    await expectSuccess(response, 'GET');
    return response;
  }
  const code = between(await response.text(), '<Code>', '</Code>');
  if (code === 'NoSuchKey') return null;
  // A bucket that is missing, or a proxy that has lost its way.
  throw new S3Failure(`S3 answered GET with 404 (${code})`, false);
}

/** Returns the digest that a content should have, and the one it has. Objects that other tools stored have a tag only. */
function expectedOf(response: Response, bytes: Buffer): [expected: string, actual: string] {
  const expected = response.headers.get(DIGEST);
  if (expected !== null) return [expected, digestOf('sha256', bytes)];
  const tag = tagOf(response) ?? '';
  return /^[0-9a-f]{32}$/.test(tag) ? [tag, digestOf('md5', bytes)] : ['', ''];
}

async function readDigest(send: Send, path: string): Promise<string | null> {
  const response = await found(await send({ method: 'GET', path }));
  if (!response?.body) return null;
  return (await digestsOf(response.body)).sha256;
}

function patienceFor(bytes: number): Patience {
  const attempt = 20 * SECOND + (bytes / BYTES_PER_SECOND) * SECOND;
  return { attempts: 3, attempt, total: 3 * attempt };
}
