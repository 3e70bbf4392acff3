import { hasPicture } from '../ui/has-picture.ts';
import { KEYS, readItem } from './storage.ts';

/** What the site header shows of the logged-in member, ready for its style sheet. */
interface MemberHead {
  /** CSS values: the initial, the avatar, and the number of unread messages. */
  properties: Partial<Record<(typeof PROPERTIES)[number], string>>;
  /** Value of `data-unread`: `many` if the number has three characters, null if it is zero. */
  unread?: string | null;
}

const KEY = 'memberHead';
const PROPERTIES = ['--member-letter', '--member-picture', '--unread'] as const;
/** Larger counts are shown as `99+` (spec §9). */
export const COUNTED = 99;

/** Returns the data stored for this window. Empty if it belongs to another session. */
function read(): MemberHead {
  try {
    const { mark, properties, unread } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (mark === readItem(KEYS.sessionMark)) return { properties: { ...properties }, unread };
  } catch {
    // Storage is blocked, or the data is malformed.
  }
  return { properties: {} };
}

export const hasMemberHead = () => '--member-letter' in read().properties;

/**
 * Shows the avatar and the unread count in the header through CSS custom properties, because the HTML is the same for all
 * users.
 */
export function showMemberHead({ properties, unread } = read()): void {
  const { style, dataset } = document.documentElement;
  for (const name of PROPERTIES) style.setProperty(name, properties[name] ?? '');
  if (typeof unread === 'string') dataset.unread = unread;
  else delete dataset.unread;
}

/** Returns a CSS string literal, with quotes, backslashes and line breaks escaped. */
const quoted = (text: string) => `"${text.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

/** Shows the data, and stores it for the first paint of the next page in this window. */
function keep(change: MemberHead): void {
  const before = read();
  const head = { ...before, ...change, properties: { ...before.properties, ...change.properties } };
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...head, mark: readItem(KEYS.sessionMark) }));
  } catch {
    // Storage is blocked or full: the next page shows the data after fetching it.
  }
  showMemberHead(head);
}

/** `avatar` is the URL of the picture, if there is one. */
export function keepMemberFace({ username, avatar }: { username: string; avatar: string | null }): void {
  const picture = hasPicture(avatar) ? avatar : null;
  const initial = picture ? '' : ([...username][0] ?? '').toLocaleUpperCase();
  const properties = {
    '--member-letter': quoted(initial),
    '--member-picture': picture ? `url(${quoted(picture)})` : 'none',
  };
  keep({ properties });
}

export function keepUnreadCount(count: number): void {
  const isMany = count > COUNTED;
  const properties = { '--unread': quoted(isMany ? `${COUNTED}+` : String(count)) };
  keep({ properties, unread: isMany ? 'many' : count > 0 ? '' : null });
}

export function forgetMemberHead(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  showMemberHead();
}
