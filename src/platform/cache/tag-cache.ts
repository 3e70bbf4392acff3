import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';

/** What a response shows: the things whose change makes it stale, and the earliest moment at which it does so by itself. */
export interface CachePolicy {
  readonly tags: Set<string>;
  until: Date | null;
  /** What a call has changed of public pages. Browsers then drop what they have fetched ahead. */
  readonly changed: Set<string>;
}

export function emptyCachePolicy(): CachePolicy {
  return { tags: new Set(), until: null, changed: new Set() };
}

/** Notes that the response being made shows these things. */
export function cacheTag(ctx: { readonly cachePolicy: CachePolicy }, ...tags: string[]): void {
  for (const tag of tags) ctx.cachePolicy.tags.add(tag);
}

/** Notes that the response being made is true until then; of several such moments the first one counts. */
export function cacheUntil(ctx: { readonly cachePolicy: CachePolicy }, until: Date): void {
  if (ctx.cachePolicy.until === null || until < ctx.cachePolicy.until) ctx.cachePolicy.until = until;
}

/** An response as it is kept: compressed, with its ETag, ready to be written. */
export interface CachedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly etag: string;
  /** Quickly compressed at first, well once somebody asks again. */
  br: Buffer;
  /** Made when somebody first asks for it: hardly anyone does. */
  gzip: Buffer | null;
  /** Headers of this answer alone, as Location or Link. */
  readonly headers: Record<string, string>;
  /** When it goes stale by itself, for the caches of others. */
  readonly until: Date | null;
}

export interface FreshResponse {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  cachePolicy: CachePolicy;
  /** False for what must not be kept, as a failure of ours. */
  keep: boolean;
}

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/** The bytes in a buffer of their own: what zlib gives is the beginning of one of 64 KB, which would be kept as a whole. */
function fitted(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** Qualities of brotli. The first takes a third of the other's time, for a tenth more bytes. */
const QUICKLY = 3;
const WELL = 5;
/** Up to here compressing quickly takes less time than handing it to another thread. */
const AT_ONCE_BYTES = 128 * 1024;

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } };
}

/** The answer in the encoding that nearly all browsers take; somebody waits for it. */
export async function compress(fresh: FreshResponse): Promise<CachedResponse> {
  const body = typeof fresh.body === 'string' ? Buffer.from(fresh.body) : fresh.body;
  const options = brotliOptions(body, QUICKLY);
  const br = body.length <= AT_ONCE_BYTES ? brotliCompressSync(body, options) : await brotli(body, options);
  // Weak, since the same answer goes out in several encodings.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const { status, contentType, headers = {}, cachePolicy } = fresh;
  return { status, contentType, etag, br: fitted(br), gzip: null, headers, until: cachePolicy.until };
}

/** The uncompressed bytes, for the rare client that takes no compression. */
export function uncompressed(answer: CachedResponse): Promise<Buffer> {
  return unbrotli(answer.br);
}

/** The bytes for who takes no brotli, as browsers on a site without HTTPS. */
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
  /** False when something changed meanwhile that it shows, or when that cannot be told. */
  isStillTrue: boolean;
}

interface Filling {
  /** The generation in which it began. */
  begun: number;
  made: Promise<Made>;
}

interface Entry {
  answer: CachedResponse;
  tags: ReadonlySet<string>;
  expires: number;
  bytes: number;
  /** Nobody has asked for it again yet; many pages nobody ever does. */
  isUnasked: boolean;
  /** Asked for since it was last looked at for room. Marked, since moving it on each use would cost more than all else here. */
  wasUsed: boolean;
}

const OVERHEAD_BYTES = 600;
/** What an answer takes for each byte of brotli once it is there in gzip too. */
const BOTH_ENCODINGS = 2.3;

/**
 * Public answers of one process, kept until a thing that they show changes. Bounded by bytes; what was not
 * used for long goes first. Equal requests that come while an answer is being made wait for that one.
 */
export class TagCache {
  readonly #maxBytes: number;
  readonly #maxAge: number;
  readonly #now: () => number;
  #entries = new Map<string, Entry>();
  #byTag = new Map<string, Set<string>>();
  /** What others may wait for; `#running` counts what is still being made, also what nobody may wait for any more. */
  #filling = new Map<string, Filling>();
  #running = 0;
  #bytes = 0;
  /** Counts changes; a fill is kept only if none of its tags changed since it began. */
  #generation = 0;
  #changedAt = new Map<string, number>();
  #clearedAt = 0;
  /** False while changes cannot be heard of: then every answer is made anew. */
  #listening = true;
  readonly counts = { hits: 0, misses: 0, stored: 0, dropped: 0 };

  constructor(options: { maxBytes: number; maxAge: number; now?: () => number }) {
    this.#maxBytes = options.maxBytes;
    this.#maxAge = options.maxAge;
    this.#now = options.now ?? Date.now;
  }

  /** The kept answer, or null. */
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
   * Makes the answer, once for all who ask for it now, and keeps it if it is still true when it is done. What was begun
   * before a change is waited for too, since most changes are of other things; who came after the change is given it only
   * if it turns out to show nothing of what changed.
   */
  async fill(key: string, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const asked = this.#generation;
    const running = this.#filling.get(key);
    if (running) {
      if (running.begun === asked) return (await running.made).answer;
      const made = await running.made.catch(() => null);
      if (made?.isStillTrue) return made.answer;
    }
    // By now another may have begun it again; that one began after we asked.
    return (await (this.#filling.get(key) ?? this.#begin(key, make)).made).answer;
  }

  #begin(key: string, make: () => Promise<FreshResponse>): Filling {
    this.counts.misses += 1;
    this.#running += 1;
    const begun = this.#generation;
    const made = (async () => {
      const fresh = await make();
      const answer = await compress(fresh);
      const isStillTrue = fresh.keep && this.#isStillTrue(fresh.cachePolicy, begun);
      if (isStillTrue) this.#store(key, answer, fresh.cachePolicy);
      return { answer, isStillTrue };
    })().finally(() => {
      if (this.#filling.get(key) === filling) this.#filling.delete(key);
      this.#running -= 1;
      if (this.#running === 0) this.#changedAt.clear();
    });
    const filling: Filling = { begun, made };
    this.#filling.set(key, filling);
    return filling;
  }

  /** Drops every response that shows one of these things. */
  drop(tags: Iterable<string>): void {
    this.#generation += 1;
    for (const tag of tags) {
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
    // Nothing of it can be true for whoever asks from now on.
    this.#filling.clear();
    this.counts.dropped += this.#entries.size;
    this.#entries.clear();
    this.#byTag.clear();
    this.#bytes = 0;
  }

  /** While changes cannot be heard of nothing is kept. */
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

  #store(key: string, answer: CachedResponse, cachePolicy: CachePolicy): void {
    const old = this.#entries.get(key);
    if (old) this.#remove(key, old);
    const expires = Math.min(this.#now() + this.#maxAge, cachePolicy.until?.getTime() ?? Number.POSITIVE_INFINITY);
    const bytes = Math.ceil(answer.br.length * BOTH_ENCODINGS) + key.length * 2 + OVERHEAD_BYTES;
    if (bytes > this.#maxBytes) return;
    this.#makeRoom(bytes);
    this.#entries.set(key, { answer, tags: cachePolicy.tags, expires, bytes, isUnasked: true, wasUsed: false });
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

  /** The oldest go, but who was used since its last turn is put at the end once more (second chance). */
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
