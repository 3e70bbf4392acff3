import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';
import type { CachedResponse } from './cached-response.ts';
import { type Fills, monotonicNow, type OthersResponse } from './fills.ts';
import { RecentChanges } from './recent-changes.ts';

/** Cache metadata of a response: the tags that invalidate it, and when it expires. */
export interface CachePolicy {
  readonly tags: Set<string>;
  until: Date | null;
  /** Tags that the call has invalidated. If there are any, browsers drop what they have prefetched. */
  readonly changed: Set<string>;
  /** Position of the last change of the call that tells other processes something, see `Heard`. */
  position: bigint | null;
}

export function emptyCachePolicy(): CachePolicy {
  return { tags: new Set(), until: null, changed: new Set(), position: null };
}

/** Adds tags to the response. It is dropped from the cache when one of them is invalidated. */
export function cacheTag(ctx: { readonly cachePolicy: CachePolicy }, ...tags: string[]): void {
  for (const tag of tags) ctx.cachePolicy.tags.add(tag);
}

/** Sets when the response expires. If called several times, the earliest time counts. */
export function cacheUntil(ctx: { readonly cachePolicy: CachePolicy }, until: Date): void {
  if (ctx.cachePolicy.until === null || until < ctx.cachePolicy.until) ctx.cachePolicy.until = until;
}

export interface FreshResponse {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  cachePolicy: CachePolicy;
  /** False if it must not be cached, such as a server error. */
  keep: boolean;
}

/** Makes a response. `mustBeNewest`: it must show a change that this process hasn’t heard of. */
export type Make = (mustBeNewest: boolean) => Promise<FreshResponse>;

/** Where the response to a public request comes from. */
export interface ResponseCache {
  get: (key: string) => CachedResponse | null;
  fill: (key: string, make: Make) => Promise<CachedResponse>;
}

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/**
 * Copies the bytes into a buffer of their own. zlib returns a slice of a 64 KB buffer, which would stay in memory as a
 * whole.
 */
function fitted(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Brotli quality levels. The first takes a third of the time, for 10% more bytes. */
const QUICKLY = 3;
const WELL = 5;
/** Up to this size, fast compression takes less time than handing the body to another thread. */
const AT_ONCE_BYTES = 128 * 1024;

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } };
}

/** Compresses a response with Brotli, which nearly all browsers accept. Fast, because a client is waiting for it. */
export async function compress(fresh: FreshResponse): Promise<CachedResponse> {
  const body = typeof fresh.body === 'string' ? Buffer.from(fresh.body) : fresh.body;
  const options = brotliOptions(body, QUICKLY);
  const br = body.length <= AT_ONCE_BYTES ? brotliCompressSync(body, options) : await brotli(body, options);
  // Weak, because the same response is sent in several encodings.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const { status, contentType, headers = {}, cachePolicy } = fresh;
  return { status, contentType, etag, br: fitted(br), gzip: null, headers, until: cachePolicy.until };
}

/** Returns the uncompressed body, for the rare client that accepts no compression. */
export function uncompressed(answer: CachedResponse): Promise<Buffer> {
  return unbrotli(answer.br);
}

/** Returns the body as gzip, for clients without Brotli, such as browsers on a site without HTTPS. */
export async function gzipOf(answer: CachedResponse): Promise<Buffer> {
  answer.gzip ??= fitted(await gzipped(await uncompressed(answer), { level: 6 }));
  return answer.gzip;
}

async function compressWell(answer: CachedResponse): Promise<void> {
  const body = await uncompressed(answer);
  answer.br = fitted(await brotli(body, brotliOptions(body, WELL)));
}

interface Made {
  answer: CachedResponse;
  /** False if it must not be cached, or if one of its tags was invalidated while it was made, or if that is unknown. */
  isStillTrue: boolean;
}

interface Filling {
  /** The generation in which the fill started. */
  begun: number;
  made: Promise<Made>;
}

interface Entry {
  answer: CachedResponse;
  tags: ReadonlySet<string>;
  /** When its fill started, by `monotonicNow`. 0 if no other process can ask for it. */
  begun: number;
  expires: number;
  bytes: number;
  /** No hit so far. Many pages are never requested again. */
  isUnasked: boolean;
  /**
   * Set on each hit, and cleared when the cache makes room. Moving the entry on each hit would cost more than
   * everything else.
   */
  wasUsed: boolean;
}

const OVERHEAD_BYTES = 600;
/** Estimated bytes of a response per byte of Brotli, once it also exists as gzip. */
const BOTH_ENCODINGS = 2.3;

/**
 * Public responses of one process, cached until one of their tags is invalidated. Bounded in bytes; entries that
 * haven’t been used for a long time are removed first. Concurrent requests for the same response share one fill, also
 * with other processes if there are any (`fills`).
 */
export class TagCache implements ResponseCache {
  readonly #maxBytes: number;
  readonly #maxAge: number;
  readonly #now: () => number;
  #entries = new Map<string, Entry>();
  #byTag = new Map<string, Set<string>>();
  /**
   * Fills that other requests may wait for. `#running` counts all unfinished fills, also those that no request may wait
   * for anymore.
   */
  #filling = new Map<string, Filling>();
  #running = 0;
  #bytes = 0;
  /** Counts invalidations. A response is stored only if none of its tags was invalidated since its fill started. */
  #generation = 0;
  #changedAt = new Map<string, number>();
  #clearedAt = 0;
  /** False while invalidations can’t be received. Then nothing is stored, and every response is made again. */
  #listening = true;
  readonly counts = { hits: 0, misses: 0, stored: 0, dropped: 0 };
  readonly #fills: Fills | null;
  readonly #recent = new RecentChanges();

  constructor(options: { maxBytes: number; maxAge: number; now?: () => number; fills?: Fills | null }) {
    this.#maxBytes = options.maxBytes;
    this.#maxAge = options.maxAge;
    this.#now = options.now ?? Date.now;
    this.#fills = options.fills ?? null;
    this.#fills?.give((key) => this.#forOthers(key));
  }

  /** Returns the cached response, or null. */
  get(key: string): CachedResponse | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    if (entry.expires <= this.#now()) {
      this.#remove(key, entry);
      return null;
    }
    entry.wasUsed = true;
    this.counts.hits += 1;
    if (entry.isUnasked) {
      entry.isUnasked = false;
      void compressWell(entry.answer);
    }
    return entry.answer;
  }

  /**
   * Makes the response, once for all requests that wait for it, and stores it if it is still valid by then. Requests
   * also wait for a fill that started before the latest invalidation, because most invalidations concern other tags.
   * They only get its response if none of its own tags was invalidated.
   */
  async fill(key: string, make: Make): Promise<CachedResponse> {
    const asked = this.#generation;
    const running = this.#filling.get(key);
    if (running) {
      if (running.begun === asked) return (await running.made).answer;
      const made = await running.made.catch(() => null);
      if (made?.isStillTrue) return made.answer;
    }
    // Another request may have started a new fill by now. It started after this request, so its response is valid.
    return (await (this.#filling.get(key) ?? this.#begin(key, make)).made).answer;
  }

  #begin(key: string, make: Make): Filling {
    this.#running += 1;
    const begun = this.#generation;
    const made = (async () => {
      const theirs = await this.#fills?.await(key);
      if (theirs && this.#isTrueHere(theirs)) return { answer: theirs.answer, isStillTrue: true };
      this.counts.misses += 1;
      const start = this.#fills ? monotonicNow() : 0;
      const fresh = await make(false);
      const answer = await compress(fresh);
      const isStillTrue = fresh.keep && this.#isStillTrue(fresh.cachePolicy, begun);
      if (isStillTrue) this.#store(key, answer, fresh.cachePolicy, start);
      return { answer, isStillTrue };
    })().finally(() => {
      this.#fills?.done(key);
      if (this.#filling.get(key) === filling) this.#filling.delete(key);
      this.#running -= 1;
      if (this.#running === 0) this.#changedAt.clear();
    });
    const filling: Filling = { begun, made };
    this.#filling.set(key, filling);
    return filling;
  }

  /** Drops every response with one of these tags. */
  drop(tags: Iterable<string>): void {
    this.#generation += 1;
    for (const tag of tags) {
      if (this.#fills) this.#recent.add(tag);
      if (this.#running > 0) this.#changedAt.set(tag, this.#generation);
      for (const key of this.#byTag.get(tag) ?? []) {
        const entry = this.#entries.get(key);
        if (entry) this.#remove(key, entry);
      }
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#clearedAt = this.#generation;
    this.#recent.clear();
    // Requests from now on must not get the result of a fill that is still running.
    this.#filling.clear();
    this.counts.dropped += this.#entries.size;
    this.#entries.clear();
    this.#byTag.clear();
    this.#bytes = 0;
  }

  /** Clears the cache. While `listening` is false, nothing is stored. */
  setListening(listening: boolean): void {
    this.#listening = listening;
    this.clear();
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes };
  }

  #isStillTrue(cachePolicy: CachePolicy, begun: number): boolean {
    if (!this.#listening || this.#clearedAt > begun) return false;
    for (const tag of cachePolicy.tags) if ((this.#changedAt.get(tag) ?? 0) > begun) return false;
    return true;
  }

  /** Returns what this process has made for another one that waits for it. */
  #forOthers(key: string): OthersResponse | null {
    const entry = this.#entries.get(key);
    return entry ? { answer: entry.answer, tags: entry.tags, begun: entry.begun } : null;
  }

  /**
   * True if no tag of a response of another process was invalidated here since shortly before it began to be made. It
   * isn’t stored, because the other process may hear of an invalidation later than this one.
   */
  #isTrueHere({ tags, begun }: OthersResponse): boolean {
    return this.#listening && !this.#recent.mayConcern(tags, begun);
  }

  #store(key: string, answer: CachedResponse, cachePolicy: CachePolicy, begun: number): void {
    const old = this.#entries.get(key);
    if (old) this.#remove(key, old);
    const expires = Math.min(this.#now() + this.#maxAge, cachePolicy.until?.getTime() ?? Number.POSITIVE_INFINITY);
    const bytes = Math.ceil(answer.br.length * BOTH_ENCODINGS) + key.length * 2 + OVERHEAD_BYTES;
    if (bytes > this.#maxBytes) return;
    this.#makeRoom(bytes);
    const { tags } = cachePolicy;
    this.#entries.set(key, { answer, tags, begun, expires, bytes, isUnasked: true, wasUsed: false });
    this.#bytes += bytes;
    this.counts.stored += 1;
    for (const tag of cachePolicy.tags) {
      let keys = this.#byTag.get(tag);
      if (!keys) {
        keys = new Set();
        this.#byTag.set(tag, keys);
      }
      keys.add(key);
    }
  }

  /**
   * Removes the oldest entries. An entry that was used since the last time is moved to the end instead (second chance).
   */
  #makeRoom(bytes: number): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.#maxBytes) break;
      if (entry.wasUsed) {
        entry.wasUsed = false;
        this.#entries.delete(oldest);
        this.#entries.set(oldest, entry);
      } else this.#remove(oldest, entry);
    }
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.counts.dropped += 1;
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTag.delete(tag);
    }
  }
}
