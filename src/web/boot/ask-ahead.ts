import { apiUrl } from '../api/api-url.ts';
import { hasMemberHead, keepMemberFace } from './member-head.ts';
import { KEYS, readItem } from './storage.ts';

/** An answer that was read before the script that needs it was there. */
export interface AheadAnswer {
  readonly response: Response;
  /** JSON of the response. */
  readonly body: unknown;
}

interface Ahead {
  /** Access token that it was asked with. */
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

/** Answers are as good as new for this long. Scripts on slow connections need some seconds. */
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
      credentials: 'omit',
      cache: 'no-store',
      // The address of the page may contain a secret.
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LASTS_MS),
    });
    return response.ok ? { response, body: await response.json() } : null;
  } catch {
    return null;
  }
}

/**
 * Asks for what the page of a member needs first (`data-asks`), and for what the header shows of them if this window
 * doesn’t know it yet. A path that ends with `?` gets the parameters of the page. Scripts get the answers by `takeAhead`.
 */
export function askAhead(): void {
  const { dataset } = document.documentElement;
  const token = readItem(KEYS.accessToken);
  // Pages without it load no scripts: nobody takes what they would ask for.
  if (!('member' in dataset) || token === null || dataset.asks === undefined) return;
  const mark = readItem(KEYS.sessionMark);
  const asked = new Map<string, Ahead>();
  globalThis.askedAhead = asked;
  const calls = dataset.asks.match(/\S+/g) ?? [];
  for (const call of new Set([...calls, ...(hasMemberHead() ? [] : [ME])])) {
    const url = call.endsWith('?') ? apiUrl(call.slice(0, -1), pageQuery()) : apiUrl(call, {});
    const answer = ask(url, token);
    asked.set(url, { token, at: performance.now(), answer });
    // Another member may have signed in meanwhile.
    if (call === ME) void answer.then((me) => me && mark === readItem(KEYS.sessionMark) && showFace(me.body));
  }
  // A page that comes back from the back/forward cache asks anew.
  addEventListener('pagehide', forgetAhead);
}

const showFace = (body: unknown) => keepMemberFace((body as { data: Parameters<typeof keepMemberFace>[0] }).data);

/** Returns the answer to a read that was asked ahead with this token, once. Null if there is none. */
export async function takeAhead(url: string, token: string | null): Promise<AheadAnswer | null> {
  const ahead = globalThis.askedAhead?.get(url);
  globalThis.askedAhead?.delete(url);
  if (!ahead || ahead.token !== token || performance.now() - ahead.at > LASTS_MS) return null;
  return ahead.answer;
}

/** Forgets all answers, since a write may change them. */
export function forgetAhead(): void {
  globalThis.askedAhead?.clear();
}
