import * as z from 'zod/mini';
import type { AnswerOf, Endpoint, Page, ParsedOf, QueryOf } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { fieldIssues } from '#core/fields.ts';
import type { Ctx } from '../context.ts';
import { withDisplayNames } from '../i18n/former-author.ts';

/** The file of an upload, in memory. Its size was limited while it was received. */
export interface UploadedFile {
  readonly bytes: Buffer;
  /** True if it exceeded the maximum size. The rest was discarded. */
  readonly tooLarge: boolean;
}

export interface CallExtras<E extends Endpoint> {
  readonly query: QueryOf<E>;
  readonly file: E extends { upload: true } ? UploadedFile : undefined;
  /** Null if the browser sent none. */
  readonly cookie: E extends { cookie: string } ? string | null : undefined;
}

/** An endpoint with its use case. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly run: (ctx: Ctx, input: never, extras: never) => Promise<unknown>;
}

/** Binds a use case to its declaration. Code below this layer knows nothing about HTTP. */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (ctx: Ctx, input: ParsedOf<E>, extras: CallExtras<E>) => Promise<AnswerOf<E>>,
): Route {
  return { endpoint, run: run as Route['run'] };
}

/** What the caller sent, before validation. */
export interface RawCall {
  input: unknown;
  query?: unknown;
  file?: UploadedFile;
  cookie?: string | null;
}

/** The body of a successful response. */
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
 * Runs a call: validates the input, runs the use case, validates the response. HTTP and the in-process calls of pages
 * share it, so they can’t differ. Access and limits are checked before, because only that code knows the caller.
 */
export async function runRoute(route: Route, ctx: Ctx, raw: RawCall): Promise<Envelope> {
  const { endpoint } = route;
  const input = parse(endpoint.input, raw.input);
  const query = endpoint.query ? parse(endpoint.query, raw.query) : undefined;
  const run = route.run as (ctx: Ctx, input: unknown, extras: unknown) => Promise<unknown>;
  const answer = await run(ctx, input, { query, file: raw.file, cookie: raw.cookie });
  // The schema also strips fields of a row that aren’t declared, so no other data can leak.
  if (endpoint.list) {
    const page = answer as Page<unknown>;
    return { data: withDisplayNames(z.parse(endpoint.response, page.items), ctx.language), next: page.next };
  }
  return { data: withDisplayNames(z.parse(endpoint.response, answer), ctx.language) };
}
