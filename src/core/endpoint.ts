import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { LimitRule } from './feature.ts';

/**
 * Who may call, checked before any policy:
 * - `public`: a read that is the same for everyone. The Authorization header is ignored, so responses can be cached.
 * - `open`: anyone, logged in or not, as for login itself.
 * - `account`: a member, including a suspended or banned one who sends the `appealToken` from the error response.
 * - The others: a member, or a member with that role.
 */
export type Access = 'public' | 'open' | 'account' | 'member' | 'moderator' | 'administrator';

/** Limits besides the general ones, by class (product §13). Each feature adds its own in `model/feature.ts`. */
export interface LimitClasses {}

type KeyLimits = { [C in keyof LimitClasses]: LimitClasses[C] extends { per: 'key' } ? C : never };
/** Limits that a use case counts by a key of its own. */
export type KeyLimit = KeyLimits[keyof LimitClasses];
/** Classes of calls. The pipeline counts them. */
export type LimitClass = Exclude<keyof LimitClasses, KeyLimit>;

/** The settings of these limits. */
export type LimitSetting = LimitClasses[keyof LimitClasses]['setting'];
/** The rule of each limit. `src/server` combines them from all features. */
export type LimitRules = Readonly<Record<keyof LimitClasses, LimitRule & { readonly setting: LimitSetting }>>;

type Schema = z.core.$ZodType;

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/`, such as `story/create`. */
  readonly path: string;
  readonly access: Access;
  /** One sentence for the API description. */
  readonly summary: string;
  /** The query of a GET, or the body of a POST (for an upload, the fields besides the file). */
  readonly input: Schema;
  /** The query of a POST, if it has one. */
  readonly query?: Schema;
  readonly response: Schema;
  /** The response is an array. The envelope also contains the cursor of the next page. */
  readonly list?: true;
  /**
   * A POST that reads, because its input must not be in a URL or is too long for one. It gets no transaction and no
   * Idempotency-Key, its reads are shared like those of a GET, and nothing of its body is logged.
   */
  readonly read?: true;
  /** The body is multipart with one `file`. */
  readonly upload?: true;
  /** The body can contain a whole chapter (1 MB instead of 64 KB). */
  readonly longText?: true;
  /**
   * The only cookie that the call reads, and clears unless its input can be corrected. It holds what a flow was started
   * with, never who the caller is.
   */
  readonly cookie?: string;
  readonly limit?: LimitClass;
  /** A public read whose responses aren’t worth caching, such as a search. */
  readonly uncached?: true;
  /** Error codes that it returns besides those of any call. */
  readonly errors: readonly ErrorCode[];
}

/** Declares an endpoint. The server, the client, the rate limits and the API description are derived from it. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** True if the call changes nothing. */
export function isRead({ method, read }: Pick<Endpoint, 'method' | 'read'>): boolean {
  return method === 'GET' || read === true;
}

/** Input as the caller sends it. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** Input as the handler receives it, after validation. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** Cursor of the next page, or null at the end. */
  next: string | null;
}
type Item<T> = T extends readonly (infer I)[] ? I : never;
/** Result of a call: the data, or one page of it for lists. */
export type AnswerOf<E extends Endpoint> = E extends { list: true }
  ? Page<Item<z.output<E['response']>>>
  : z.output<E['response']>;

/** Empty input. Unknown fields are rejected. */
export const nothing = z.strictObject({});
/** Response of calls that return no data. */
export const done = z.strictObject({ ok: z.literal(true) });
export const DONE = { ok: true } as const;
