import type { Provider } from '#core/providers.ts';
import { CALLBACKS } from '#platform/sign-in/openid.ts';
import type { TestApp } from '#testing/test-app.ts';

/** The query parameters from the provider, and the cookie from the start of the flow. */
export interface BroughtBack {
  answer: { state: string; code?: string; iss?: string; error?: string };
  cookie: string;
  setCookie: string;
}

const pairOf = (setCookie: string) => setCookie.split(';', 1)[0]!;

/** Follows the link to Google and all redirects until the callback. */
export function visitGoogle(app: TestApp, query: Record<string, string> = {}): Promise<BroughtBack> {
  return visitProvider(app, 'google', query);
}

/** Follows the link to a provider and all redirects until the callback. */
export async function visitProvider(
  app: TestApp,
  provider: Provider,
  query: Record<string, string> = {},
): Promise<BroughtBack> {
  const start = await app.app.http.inject({ url: `/auth/${provider}?${new URLSearchParams(query)}` });
  const setCookie = String(start.headers['set-cookie'] ?? '');
  const theirs = new Map<string, string>();
  let at = new URL(String(start.headers.location), app.deps.config.publicUrl);
  while (at.pathname !== CALLBACKS[provider]) {
    const cookie = [...theirs].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const given of response.headers.getSetCookie()) {
      const [name = '', value = ''] = pairOf(given).split('=', 2);
      theirs.set(name, value);
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`The provider stopped at ${at.href}: ${response.status} ${await response.text()}`);
    at = new URL(next, at);
  }
  return {
    answer: Object.fromEntries(at.searchParams) as BroughtBack['answer'],
    cookie: pairOf(setCookie),
    setCookie,
  };
}
