import * as z from 'zod/mini';
import type { AnswerOf, Endpoint, Page, ParsedOf, QueryOf } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { Ctx } from '../context.ts';
import { withDisplayNames } from '../i18n/former-author.ts';

/** The one file of an upload, read whole; its size was bounded on the way in. */
export interface UploadedFile {
  readonly bytes: Buffer;
  /** True when it was longer than an upload may be; the rest was thrown away. */
  readonly tooLarge: boolean;
}

export interface CallExtras<E extends Endpoint> {
  readonly query: QueryOf<E>;
  readonly file: E extends { upload: true } ? UploadedFile : undefined;
  /** Null when the browser sent none. */
  readonly cookie: E extends { cookie: string } ? string | null : undefined;
}

/** A call with the use-case behind it. `C` is what the use-case needs of its context. */
export interface Route<C extends Ctx = Ctx> {
  readonly endpoint: Endpoint;
  readonly run: (ctx: C, input: never, extras: never) => Promise<unknown>;
}

/** Binds a use-case to its declaration. Nothing of HTTP goes further down than here. */
export function handle<E extends Endpoint, C extends Ctx = Ctx>(
  endpoint: E,
  run: (ctx: C, input: ParsedOf<E>, extras: CallExtras<E>) => Promise<AnswerOf<E>>,
): Route<C> {
  return { endpoint, run: run as Route<C>['run'] };
}

/** What a caller sent, before any schema has seen it. */
export interface RawCall {
  input: unknown;
  query?: unknown;
  file?: UploadedFile;
  cookie?: string | null;
}

/** The body of a successful answer. */
export interface Envelope {
  data: unknown;
  next?: string | null;
}

function parse(schema: Endpoint['input'], value: unknown): unknown {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  throw new AppError('invalid_input', { fields: fieldIssues(result.error) });
}

/**
 * Runs a call: input validated, use-case, answer validated. Both entrances use it, HTTP and `load` of pages in
 * process, so that they cannot differ. Access and limits are the entrance's business, since only it knows the caller.
 */
export async function runRoute<C extends Ctx>(route: Route<C>, ctx: C, raw: RawCall): Promise<Envelope> {
  const { endpoint } = route;
  const input = parse(endpoint.input, raw.input);
  const query = endpoint.query ? parse(endpoint.query, raw.query) : undefined;
  const run = route.run as (ctx: C, input: unknown, extras: unknown) => Promise<unknown>;
  const answer = await run(ctx, input, { query, file: raw.file, cookie: raw.cookie });
  // The schema also strips what a row may hold beyond the answer, so nothing leaves that was not declared.
  if (endpoint.list) {
    const page = answer as Page<unknown>;
    return { data: withDisplayNames(z.parse(endpoint.response, page.items), ctx.language), next: page.next };
  }
  return { data: withDisplayNames(z.parse(endpoint.response, answer), ctx.language) };
}
