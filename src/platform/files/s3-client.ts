import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { AppError } from '#core/errors.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import type { S3Config } from '../s3-settings.ts';
import { Breaker } from './breaker.ts';

/** How long the store is waited for. */
export interface Patience {
  readonly attempts: number;
  /** For one attempt, in ms. */
  readonly attempt: number;
  /** For all of them. */
  readonly total: number;
}

/** While a person waits: a request is answered after 8 s, whatever happens. */
export const QUICK: Patience = { attempts: 3, attempt: 2.5 * SECOND, total: 5.5 * SECOND };
/** For commands and backups. */
export const PATIENT: Patience = { attempts: 6, attempt: 20 * SECOND, total: 2 * MINUTE };
/** Multiplied by two with each attempt. */
const PAUSE_MS = 100;
const RETRY_AFTER_S = 5;

/** What S3 or the network answered instead. */
export class S3Failure extends Error {
  /** True if another attempt may succeed. */
  readonly isPassing: boolean;
  /** True if other requests would fail, too. An object that is damaged says nothing about the others. */
  readonly isOutage: boolean;
  constructor(message: string, isPassing: boolean, isOutage = isPassing, cause?: unknown) {
    super(message, { cause });
    this.isPassing = isPassing;
    this.isOutage = isOutage;
  }
}

/** S3 has answered, but not with what was stored. */
export class WrongContent extends S3Failure {
  constructor(message: string) {
    super(message, true, false);
  }
}

/** True if a file can’t be read because its content isn’t what was stored, so that asking again is no use. */
export const isDamage = (error: unknown): boolean => error instanceof AppError && error.cause instanceof WrongContent;

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Path below the prefix. Empty for the bucket itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | Blob;
}

/** Sends a request of an attempt. Doesn’t look at the status. */
export type Send = (request: S3Request) => Promise<Response>;

const DAMAGED_ON_THE_WAY = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'RequestTimeout', 'IncompleteBody']);
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Sends signed requests to S3, with a limit to the time and to the attempts. What fails for good is `unavailable` to
 * callers, and its cause is in the log.
 */
export class S3Client {
  readonly #config: S3Config;
  readonly #patience: Patience;
  readonly #breaker = new Breaker();
  readonly #signing = new Map<string, ArrayBuffer>();
  #latest: S3Failure | null = null;
  failures = 0;

  constructor(config: S3Config, patience: Patience) {
    this.#config = config;
    this.#patience = patience;
  }

  /** Returns the result of the work, which can be repeated. All of its requests together are one attempt. */
  async run<T>(work: (send: Send) => Promise<T>, patience: Patience = this.#patience): Promise<T> {
    const end = performance.now() + patience.total;
    for (let attempt = 1; ; attempt += 1) {
      if (!this.#breaker.admits()) throw unavailable(this.#leftAlone());
      const abort = new AbortController();
      const time = Math.max(1, Math.min(patience.attempt, end - performance.now()));
      const timer = setTimeout(() => abort.abort(new S3Failure('S3 did not answer in time', true)), time);
      try {
        const result = await work((request) => this.#send(request, abort.signal));
        this.#breaker.succeeded();
        return result;
      } catch (error) {
        this.failures += 1;
        const failure = error instanceof S3Failure ? error : ofNetwork(error);
        if (failure.isOutage) {
          this.#breaker.failed();
          this.#latest = failure;
        }
        const pause = PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
        const isLast = attempt >= patience.attempts || performance.now() + pause >= end;
        if (!failure.isPassing || isLast) throw unavailable(failure);
        await delay(pause);
      } finally {
        clearTimeout(timer);
      }
    }
  }

  async #send({ method, path, query = {}, headers = {}, body }: S3Request, signal: AbortSignal): Promise<Response> {
    const { keyId, secret, region } = this.#config;
    const url = this.#urlOf(path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': EMPTY_SHA256, ...headers },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: this.#signing,
    });
    const signed = await signer.sign();
    // The keys of former days.
    if (this.#signing.size > 2) this.#signing.clear();
    const init = { method, headers: signed.headers, redirect: 'manual', signal } as const;
    return fetch(signed.url, body === undefined ? init : { ...init, body: body as Uint8Array<ArrayBuffer> | Blob });
  }

  #leftAlone(): S3Failure {
    return new S3Failure(`S3 has failed several times and is left alone for a while: ${this.#latest?.message}`, true);
  }

  #urlOf(path: string): URL {
    const { endpoint, bucket, prefix, pathStyle } = this.#config;
    const key = path === '' ? '' : `${prefix === '' ? '' : `${prefix}/`}${path}`;
    if (pathStyle) return new URL(`/${bucket}/${key}`, endpoint);
    return new URL(`/${key}`, `${endpoint.protocol}//${bucket}.${endpoint.host}`);
  }
}

/** What isn’t from S3 is from the network, such as a connection that was cut. The reason is in the error of the socket. */
function ofNetwork(error: unknown): S3Failure {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new S3Failure(
    `S3 can’t be reached (${reason instanceof Error ? reason.message : String(reason)})`,
    true,
    true,
    error,
  );
}

function unavailable(cause: S3Failure): AppError {
  return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause });
}

/** Throws if the response isn’t a success. Its body must not have been read. */
export async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const code = between(await response.text(), '<Code>', '</Code>');
  const isOutage = response.status >= 500 || [408, 429].includes(response.status);
  const says = `S3 answered ${what} with ${response.status}${code === null ? '' : ` (${code})`}`;
  throw new S3Failure(says, isOutage || DAMAGED_ON_THE_WAY.has(code ?? ''), isOutage);
}

/** Returns what is between two marks. Null if one is missing. */
export function between(text: string, start: string, end: string): string | null {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from + start.length);
  return from < 0 || to < 0 ? null : text.slice(from + start.length, to);
}
