import { hasPicture } from '../ui/has-picture.ts';
import { hasMemberHead, keepMemberFace } from './member-head.ts';
import { KEYS, readItem } from './storage.ts';

/** An answer that was asked for before the script that needs it was there. */
interface Ahead {
  /** Access token that it was asked with. */
  readonly token: string;
  /** In ms since the page was opened. */
  readonly at: number;
  readonly response: Promise<Response>;
}

declare global {
  /** By URL. */
  var askedAhead: Map<string, Ahead> | undefined;
}

/** Answers are as good as new for this long. Scripts on slow connections need some seconds. */
const LASTS_MS = 10_000;

const ME = 'user/info';

/** Returns the URL of a call. A path that ends with `?` gets the query of the page. */
function addressOf(call: string, language: string): string {
  const [path, given] = call.split('?');
  const query = new URLSearchParams({ t: language });
  const page = new URLSearchParams(given === '' ? location.search : '');
  page.delete('t');
  for (const [name, value] of page) query.set(name, value);
  return `/api/${path}?${query}`;
}

/**
 * Asks for what the page of a member needs first (`data-asks`), and for what the header shows of them if this window
 * doesn’t know it yet. Scripts get the answers by `takeAhead`, if they need them soon.
 */
export function askAhead(): void {
  const { dataset, lang } = document.documentElement;
  const token = readItem(KEYS.accessToken);
  if (!('member' in dataset) || token === null) return;
  const mark = readItem(KEYS.sessionMark);
  const asked = new Map<string, Ahead>();
  globalThis.askedAhead = asked;
  const calls = dataset.asks?.split(' ') ?? [];
  for (const call of new Set([...calls, ...(hasMemberHead() ? [] : [ME])])) {
    const address = addressOf(call, lang);
    const response = fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LASTS_MS),
    });
    asked.set(address, { token, at: performance.now(), response });
    // Whoever takes the answer asks again if it has failed.
    response.then(call === ME ? (me) => showFace(me, mark) : null).catch(() => {});
  }
}

/** Another member may have signed in since the session had this mark. */
async function showFace(response: Response, mark: string | null): Promise<void> {
  const { data } = await response.clone().json();
  if (data && mark === readItem(KEYS.sessionMark))
    keepMemberFace(data.username, hasPicture(data.avatar) ? data.avatar : null);
}

/** Returns the answer to a read that was asked ahead with this token, once. Null if there is none. */
export async function takeAhead(address: string, token: string | null): Promise<Response | null> {
  const ahead = globalThis.askedAhead?.get(address);
  globalThis.askedAhead?.delete(address);
  if (!ahead || ahead.token !== token || performance.now() - ahead.at > LASTS_MS) return null;
  return ahead.response.catch(() => null);
}

/** Forgets all answers, since a write may change them. */
export function forgetAhead(): void {
  globalThis.askedAhead?.clear();
}
