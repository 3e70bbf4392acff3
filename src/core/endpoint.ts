import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call, decided before any policy:
 * - `public`: a read that is the same for everyone; the Authorization header is not even looked at, so answers are cached.
 * - `open`: anyone, signed in or not, as for signing in itself.
 * - `account`: a member, and also one who is suspended or banned, by the `appealToken` that they are refused with.
 * - the others: a member, or a member who holds that role.
 */
export type Access = 'public' | 'open' | 'account' | 'member' | 'moderator' | 'administrator';

/** Classes of calls with a limit of their own beside the general one (product §13). */
export type LimitClass =
  | 'login'
  | 'register'
  | 'reset'
  | 'search'
  | 'save'
  | 'create_story'
  | 'submit'
  | 'upload'
  | 'invite'
  | 'apply'
  | 'turn'
  | 'round'
  | 'vote'
  | 'feedback'
  | 'report'
  | 'appeal'
  | 'suggestion'
  | 'moderate'
  | 'account_change';

type Schema = z.core.$ZodType;

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below `/api/`, as `story/create`. */
  readonly path: string;
  readonly access: Access;
  /** One sentence for the API's description. */
  readonly summary: string;
  /** The query of a GET, the body of a POST (the fields beside the file of an upload). */
  readonly input: Schema;
  /** The query of a POST, where it has one. */
  readonly query?: Schema;
  readonly response: Schema;
  /** The answer is an array, with the cursor of the next page beside it in the envelope. */
  readonly list?: true;
  /** The body is multipart with one `file`. */
  readonly upload?: true;
  /** The body may hold a whole chapter (1 MB instead of 64 KB). */
  readonly longText?: true;
  /** The one cookie that the call reads and spends; it says what a visit began with, never who somebody is. */
  readonly cookie?: string;
  readonly limit?: LimitClass;
  /** A public read whose answers are not worth keeping, as searches. */
  readonly uncached?: true;
  /** The codes it answers beside those that any call can. */
  readonly errors: readonly ErrorCode[];
}

/** Declares a call. The declaration drives the server, the client, the limits and the API's description alike. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** What a caller gives. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
/** What the handler gets after validation. */
export type ParsedOf<E extends Endpoint> = z.output<E['input']>;
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** Cursor of the next page, or null at the end. */
  next: string | null;
}
type Item<T> = T extends readonly (infer I)[] ? I : never;
/** What a call answers: the data, or a page of it for lists. */
export type AnswerOf<E extends Endpoint> = E extends { list: true }
  ? Page<Item<z.output<E['response']>>>
  : z.output<E['response']>;

/** No fields at all; unknown ones are refused. */
export const nothing = z.strictObject({});
/** Answer of calls that only do something. */
export const done = z.strictObject({ ok: z.literal(true) });
export const DONE = { ok: true } as const;
