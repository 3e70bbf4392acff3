/** A response as it is cached: compressed, and with its ETag. */
export interface CachedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly etag: string;
  /** Compressed fast at first, and better after the first cache hit. */
  br: Buffer;
  /** Created on first use, because few clients need it. */
  gzip: Buffer | null;
  /** Headers of this response only, such as Location or Link. */
  readonly headers: Record<string, string>;
  /** When it expires, for the caches of browsers and proxies. Null if it doesn’t. */
  readonly until: Date | null;
}
