import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';

/** A client of the public API. */
export interface DemoApi {
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token?: string,
    options?: { language?: string },
  ) => Promise<AnswerOf<E>>;
}

export class DemoError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Maximum time in which one call waits for a busy site. */
const PATIENCE_S = 60;
const PAUSE_S = 5;

export const waitFor = (seconds: number): Promise<void> => delay(seconds * 1000);

/**
 * Calls the API as members do. A busy site refuses a call, or answers before the call is done. With `pause`, such a call
 * is repeated with the same key, so that it is done only once. Calls without a member have no key, but can be repeated,
 * too: they log in, sign up or confirm an email.
 */
export function createDemoApi(origin: string, pause?: (seconds: number) => Promise<void>): DemoApi {
  /** Sends until the site isn’t busy, or until it has been for too long. */
  const patiently = async (send: () => Promise<Response>): Promise<Response> => {
    for (let waited = 0; ; ) {
      const response = await send();
      const seconds = Number(response.headers.get('retry-after')) || PAUSE_S;
      if (!pause || response.status !== 503 || waited + seconds > PATIENCE_S) return response;
      await response.body?.cancel();
      await pause(seconds);
      waited += seconds;
    }
  };
  return {
    async call(endpoint, input, token, { language = 'en' } = {}) {
      const query = new URLSearchParams({ t: language });
      if (endpoint.method === 'GET')
        for (const [name, value] of Object.entries(input ?? {})) query.set(name, String(value));
      let body: BodyInit | undefined;
      const headers: Record<string, string> = token ? { authorization: token } : {};
      if (endpoint.method === 'POST') {
        headers['content-type'] = 'application/json';
        if (pause) headers['idempotency-key'] = randomUUID();
        body = JSON.stringify(input);
      }
      const response = await patiently(() =>
        fetch(`${origin}/api/${endpoint.path}?${query}`, {
          method: endpoint.method,
          headers,
          ...(body ? { body } : {}),
        }),
      );
      const answer = (await response.json()) as {
        data?: unknown;
        next?: string | null;
        error?: string;
        code?: string;
        fields?: unknown;
      };
      if (!response.ok)
        throw new DemoError(
          `${endpoint.path}: ${answer.error} ${JSON.stringify(answer.fields ?? '')}`,
          answer.code ?? '',
        );
      return (endpoint.list ? { items: answer.data, next: answer.next } : answer.data) as AnswerOf<typeof endpoint>;
    },
  };
}
