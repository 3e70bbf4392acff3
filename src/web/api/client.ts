import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import type { ErrorCode } from '#core/errors.ts';
import { forgetAhead, takeAhead } from '../boot/ask-ahead.ts';
import { apiUrl } from './api-url.ts';
import { tellBanned } from './banned.ts';
import { OUTLIVING_MAX, OUTLIVING_MAX_RENEWAL, outlivePage } from './outlive.ts';
import { accessToken, dropTokens, keepTokens, refreshToken, sessionMemberId } from './session.ts';
import { withTabLock } from './tab-lock.ts';
import { sendWithProgress } from './upload.ts';

/** The server responds within 8 s or not at all (spec §7). */
const TIMEOUT_MS = 10_000;
const REFRESH_TRIES = 3;
const REFRESH_PAUSE_MS = 600;

/** Codes of failures without a usable response, which the spec distinguishes beside the server’s own codes. */
export type ClientCode = 'network' | 'timeout' | 'cancelled' | 'bad_answer';

/** A failed call, with the message to show. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientCode;
  /** HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly details: Record<string, unknown>;
  /** Seconds after which the call can be retried, or null. */
  readonly retryAfter: number | null;
  /** True if the call only reads, so that nothing the user wrote waits for it. */
  readonly isRead: boolean;

  constructor(
    code: ErrorCode | ClientCode,
    message: string,
    rest: {
      status?: number;
      fields?: Record<string, string>;
      details?: Record<string, unknown>;
      retryAfter?: number | null;
      isRead?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = rest.status ?? 0;
    this.fields = rest.fields ?? {};
    this.details = rest.details ?? {};
    this.retryAfter = rest.retryAfter ?? null;
    this.isRead = rest.isRead ?? false;
  }
}

export interface CallOptions {
  /** Query parameters of a POST. */
  query?: Record<string, string>;
  /** Used instead of the session’s token: the one that a restricted member got with the refusal. */
  token?: string;
  /**
   * Id of the member who makes the call. If another member has logged in since, the call fails, so that it is never
   * made in their name.
   */
  as?: string;
  /** For calls that must not be repeated if the first response is lost. */
  idempotencyKey?: string;
  /** For uploads: the file, and a callback for the share that has been sent, from 0 to 1. */
  file?: Blob;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

interface Envelope {
  data?: unknown;
  next?: string | null;
  error?: string;
  code?: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
}

interface Answer {
  response: Response;
  body: Envelope;
}

const read = async (response: Response): Promise<Answer> => ({
  response,
  body: (await response.json()) as Envelope,
});

function formOf(input: unknown, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input as Record<string, string>)) form.set(name, value);
  form.set('file', file, 'picture');
  return form;
}

/** Sends the request and reads the response. Small writes without a file complete even if the user leaves the page. */
async function send(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: unknown,
  options: CallOptions,
  token: string | null,
  outlivingMax: number,
): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const isGet = endpoint.method === 'GET';
  const address = apiUrl(endpoint.path, isGet ? (input as Record<string, unknown>) : (options.query ?? {}));
  if (isGet) {
    const ahead = await takeAhead(address, token);
    if (ahead) return ahead as Answer;
  } else forgetAhead();
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(options.signal ? [options.signal] : [])]);
  const ask = async (body: string | FormData | null, keepalive = false) =>
    read(
      await fetch(address, {
        method: endpoint.method,
        headers,
        body,
        signal,
        cache: 'no-store',
        keepalive,
      }),
    );
  if (options.file) {
    const body = formOf(input, options.file);
    const { onProgress } = options;
    return onProgress ? read(await sendWithProgress(address, { headers, body, signal, onProgress })) : ask(body);
  }
  if (isGet) return ask(null);
  headers['content-type'] = 'application/json';
  const body = JSON.stringify(input ?? {});
  return outlivePage(body, (keepalive) => ask(body, keepalive), outlivingMax);
}

/** Sends the request, and converts each kind of failure to an `ApiError`. */
async function attempt(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: unknown,
  options: CallOptions,
  token: string | null,
  outlivingMax = OUTLIVING_MAX,
): Promise<Answer> {
  try {
    return await send(endpoint, input, options, token, outlivingMax);
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const isRead = endpoint.method === 'GET';
    if (name === 'TimeoutError') throw new ApiError('timeout', 'timeout', { isRead });
    if (name === 'AbortError') throw new ApiError('cancelled', 'cancelled');
    if (error instanceof SyntaxError) throw new ApiError('bad_answer', 'bad answer');
    // biome-ignore lint/suspicious/noConsole: spec §8 requires this message when there is no response
    console.warn('Network Error');
    throw new ApiError('network', 'Network Error', { isRead });
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Refreshes the session in one tab at a time. The other tabs wait and find the new token. Returns false when the
 * session has ended.
 */
async function refresh(usedToken: string | null): Promise<boolean> {
  const exchange = async () => {
    if (accessToken() !== usedToken && accessToken()) return true;
    for (let tries = 1; ; tries += 1) {
      const token = refreshToken();
      if (!token) return false;
      try {
        const endpoint = { method: 'POST', path: 'user/refresh_token' } as const;
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        const input = { token, platform: 'web', rotate: true, timeZone };
        const { response, body } = await attempt(endpoint, input, {}, null, OUTLIVING_MAX_RENEWAL);
        if (response.ok) {
          keepTokens(body.data as { accessToken: string; refreshToken?: string });
          return true;
        }
        // Only a refusal ends the session. A busy or failing server does not log anyone out (product §3).
        if ([400, 401, 403].includes(response.status)) {
          // Before others get the lock, who would try the same token again.
          dropTokens();
          return false;
        }
      } catch (error) {
        if (tries === REFRESH_TRIES) throw error;
      }
      if (tries === REFRESH_TRIES) throw new ApiError('unavailable', 'unavailable');
      await pause(REFRESH_PAUSE_MS * tries);
    }
  };
  return withTabLock(navigator.locks, 'skein-refresh', exchange);
}

/**
 * Call after a refusal. Returns true if there is a new token to retry with. Otherwise the session has ended, and its
 * tokens are deleted.
 */
async function renew(usedToken: string | null): Promise<boolean> {
  if (refreshToken() !== null && (await refresh(usedToken))) return true;
  if (usedToken && accessToken() === usedToken) dropTokens();
  return false;
}

/** Opens a stream as the logged-in member. It has no timeout, and lasts until the signal aborts. */
export async function openStream(path: string, query: Record<string, unknown>, signal: AbortSignal): Promise<Response> {
  const ask = () =>
    fetch(apiUrl(path, query), {
      headers: { authorization: `Bearer ${accessToken()}` },
      signal,
      credentials: 'omit',
      cache: 'no-store',
    });
  const usedToken = accessToken();
  const response = await ask();
  return response.status === 401 && (await renew(usedToken)) ? ask() : response;
}

function checkMember({ as }: CallOptions): void {
  if (as === undefined) return;
  const signedIn = sessionMemberId();
  if (signedIn !== null && signedIn !== as) throw new ApiError('login_required', 'Another member is logged in');
}

/**
 * Calls the API. On 401 and 403, refreshes the session and repeats the call, once (spec §4). Throws `ApiError`, whose
 * message is the server’s, in this page’s language.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  checkMember(options);
  let usedToken = options.token ?? accessToken();
  const hasSession = options.token === undefined && endpoint.access !== 'open';
  let { response, body } = await attempt(endpoint, input, options, usedToken);
  if ((response.status === 401 || response.status === 403) && body.code !== 'banned' && hasSession) {
    if (await renew(usedToken)) {
      checkMember(options);
      usedToken = accessToken();
      ({ response, body } = await attempt(endpoint, input, options, usedToken));
    }
  }
  if (response.ok) return (endpoint.list ? { items: body.data, next: body.next ?? null } : body.data) as AnswerOf<E>;
  // Another member may have logged in meanwhile, whose session it is by now.
  if (body.code === 'banned' && usedToken && hasSession && usedToken === accessToken()) {
    // Must come first: without a session, a page for members would ask them to log in.
    await tellBanned(body.details ?? {});
    dropTokens();
  }
  const retryAfter = Number(response.headers.get('retry-after')) || null;
  throw new ApiError((body.code as ErrorCode | undefined) ?? 'bad_answer', body.error ?? 'bad answer', {
    status: response.status,
    ...(body.fields ? { fields: body.fields } : {}),
    ...(body.details ? { details: body.details } : {}),
    retryAfter,
  });
}
