import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SECOND } from '#core/time.ts';
import { compress, type ResponseCache } from '../cache/tag-cache.ts';
import type { Config } from '../config.ts';
import type { Heard } from '../db/heard.ts';
import type { Secrets } from '../secrets.ts';
import { cookie } from './caller.ts';
import { hiddenCookie } from './hidden-cookie.ts';

/** Cookie with the position of the last change of this browser. It is the same for all changes of a transaction. */
export const CHANGE_COOKIE = 'skein_change';
/** In ms. Other processes receive a change within 100 ms. */
const LASTS = 10 * SECOND;
/** Maximum time in ms that a request waits until this process has heard of the change. */
const PATIENCE = 1 * SECOND;

const VALUE = /^(\d{1,20})\.([\w-]{22})$/;
const SIGNATURE_BYTES = 16;

/** Makes every response from the newest data, and stores none. */
const pastCache: ResponseCache = {
  get: () => null,
  fill: async (_key, make) => compress(await make(true)),
};

/**
 * Lets the browser that has changed something see its change with its next request, whichever process serves it
 * (decision 060). Only what is cached could be older than the change: everything else is read from the database.
 */
export class OwnChanges {
  readonly #heard: Heard;
  readonly #secrets: Pick<Secrets, 'signatures'>;
  readonly #config: Pick<Config, 'publicUrl'>;

  constructor(heard: Heard, secrets: Pick<Secrets, 'signatures'>, config: Pick<Config, 'publicUrl'>) {
    this.#heard = heard;
    this.#secrets = secrets;
    this.#config = config;
  }

  /** Returns the cookie for the response to a change. */
  cookieFor(position: bigint): string {
    const value = `${position}.${this.#signaturesOf(`${position}`)[0]!.toString('base64url')}`;
    return hiddenCookie(this.#config, CHANGE_COOKIE, value, { lasts: LASTS, path: '/' });
  }

  /** True if nothing that this process has cached can be older than the change that the request names. */
  isHeard({ cookie: header }: IncomingHttpHeaders): boolean {
    if (!header?.includes(CHANGE_COOKIE)) return true;
    return this.#unheard(header) === null;
  }

  /**
   * Returns the cache for the response to this request. If it names a change that this process hasn’t heard of, waits for
   * it, and after that makes the response without the cache.
   */
  async cacheFor({ cookie: header }: IncomingHttpHeaders, cache: ResponseCache): Promise<ResponseCache> {
    return (await this.waitFor({ cookie: header })) ? cache : pastCache;
  }

  /** Resolves with true once this process has heard of the change that the request names, with false if it doesn’t. */
  async waitFor({ cookie: header }: IncomingHttpHeaders): Promise<boolean> {
    if (!header?.includes(CHANGE_COOKIE)) return true;
    const position = this.#unheard(header);
    return position === null || this.#heard.wait(position, PATIENCE);
  }

  /** Returns the change of the cookie if this process hasn’t heard of it. The signature is only checked then. */
  #unheard(header: string): bigint | null {
    const [, digits, signature] = VALUE.exec(cookie(header, CHANGE_COOKIE) ?? '') ?? [];
    if (digits === undefined || signature === undefined) return null;
    const position = BigInt(digits);
    if (this.#heard.has(position)) return null;
    // Others could make every request wait and be rendered again.
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.#signaturesOf(digits).some((made) => timingSafeEqual(given, made));
    return isOurs ? position : null;
  }

  /** With the current key first. */
  #signaturesOf(digits: string): Buffer[] {
    return this.#secrets.signatures('change', digits).map((whole) => whole.subarray(0, SIGNATURE_BYTES));
  }
}
