import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';

/** A client of the public API. */
export interface DemoApi {
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token?: string,
    options?: { language?: string; file?: Uint8Array },
  ) => Promise<AnswerOf<E>>;
}

export class DemoError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export function createDemoApi(origin: string): DemoApi {
  return {
    async call(endpoint, input, token, { language = 'en', file } = {}) {
      const query = new URLSearchParams({ t: language });
      if (endpoint.method === 'GET')
        for (const [name, value] of Object.entries(input ?? {})) query.set(name, String(value));
      let body: BodyInit | undefined;
      const headers: Record<string, string> = token ? { authorization: token } : {};
      if (file) {
        const form = new FormData();
        for (const [name, value] of Object.entries(input as Record<string, string>)) form.set(name, value);
        form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'picture');
        body = form;
      } else if (endpoint.method === 'POST') {
        headers['content-type'] = 'application/json';
        body = JSON.stringify(input);
      }
      const response = await fetch(`${origin}/api/${endpoint.path}?${query}`, {
        method: endpoint.method,
        headers,
        ...(body ? { body } : {}),
      });
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
