import { apiUrl } from '../api/api-url.ts';
import { hasMemberHead, keepMemberFace } from './member-head.ts';
import { KEYS, readItem } from './storage.ts';

/** A response that was loaded before the script that needs it. */
export interface AheadAnswer {
  readonly response: Response;
  /** Parsed JSON of the response. */
  readonly body: unknown;
}

interface Ahead {
  /** Access token of the request. */
  readonly token: string;
  /** In ms since the page was opened. */
  readonly at: number;
  /** Null if the call has failed. The script that needs it then repeats it. */
  readonly answer: Promise<AheadAnswer | null>;
}

declare global {
  /** By URL. */
  var askedAhead: Map<string, Ahead> | undefined;
}

/** Responses can be used for this long. Scripts on slow connections need some seconds. */
const LASTS_MS = 10_000;

/** Path of `accountApi.info`. */
export const ME = 'user/info';

/** Returns the parameters of this page’s URL, without the language of the site. */
function pageQuery(): Record<string, string> {
  const { t, ...query } = Object.fromEntries(new URLSearchParams(location.search));
  return query;
}

async function ask(url: string, token: string): Promise<AheadAnswer | null> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      cache: 'no-store',
      // The URL of the page may contain a secret.
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LASTS_MS),
    });
    const { ok, status } = response;
    // Another try gets the same refusal. All other failures may have passed by then.
    return ok || status === 403 || status === 404 ? { response, body: await response.json() } : null;
  } catch {
    return null;
  }
}

/**
 * Sends the calls that a member’s page needs first (`data-asks`), and the call for the member’s data in the header if
 * this window doesn’t have it yet. A path that ends with `?` gets the parameters of the page. Scripts get the responses
 * from `takeAhead`.
 */
export function askAhead(): void {
  const { dataset } = document.documentElement;
  const token = readItem(KEYS.accessToken);
  // Pages without `data-asks` are shown when the site is busy or can’t be reached. They load no scripts.
  if (!('member' in dataset) || token === null || dataset.asks === undefined) return;
  const mark = readItem(KEYS.sessionMark);
  const asked = new Map<string, Ahead>();
  globalThis.askedAhead = asked;
  const calls = dataset.asks.match(/\S+/g) ?? [];
  for (const call of new Set([...calls, ...(hasMemberHead() ? [] : [ME])])) {
    const url = call.endsWith('?') ? apiUrl(call.slice(0, -1), pageQuery()) : apiUrl(call, {});
    const answer = ask(url, token);
    asked.set(url, { token, at: performance.now(), answer });
    // Another member may have logged in since.
    if (call === ME)
      void answer.then((me) => me?.response.ok && mark === readItem(KEYS.sessionMark) && showFace(me.body));
  }
  // A page that is restored from the back/forward cache sends its calls again.
  addEventListener('pagehide', forgetAhead);
}

const showFace = (body: unknown) => keepMemberFace((body as { data: Parameters<typeof keepMemberFace>[0] }).data);

/** Returns the early response to a read with this token, once. Null if there is none. */
export async function takeAhead(url: string, token: string | null): Promise<AheadAnswer | null> {
  const ahead = globalThis.askedAhead?.get(url);
  globalThis.askedAhead?.delete(url);
  if (!ahead || ahead.token !== token || performance.now() - ahead.at > LASTS_MS) return null;
  return ahead.answer;
}

/** Forgets all responses, because a write may change them. */
export function forgetAhead(): void {
  globalThis.askedAhead?.clear();
}
