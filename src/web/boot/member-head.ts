import { KEYS, readItem } from './storage.ts';

/** Data about the signed-in member that the site header shows. */
interface MemberHead {
  username: string;
  /** URL of the avatar. */
  picture: string | null;
  /** Number of unread messages. */
  unread: number;
}

const KEY = 'memberHead';
/** Larger counts are shown as `99+` (spec §9). */
export const COUNTED = 99;

/** Returns the data stored for this window. Empty if it belongs to another session. */
function read(): Partial<MemberHead> {
  try {
    const { mark, username, picture, unread }: Record<string, unknown> = JSON.parse(
      sessionStorage.getItem(KEY) ?? '{}',
    );
    if (mark !== readItem(KEYS.sessionMark)) return {};
    return {
      ...(typeof username === 'string' ? { username } : {}),
      ...(typeof picture === 'string' ? { picture } : {}),
      ...(typeof unread === 'number' ? { unread } : {}),
    };
  } catch {
    return {};
  }
}

/** Returns a CSS string literal, with quotes, backslashes and line breaks escaped. */
const quoted = (text: string) => `"${text.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

/**
 * Shows the avatar and the unread count in the header (`layout/header.tsx`) through CSS custom properties. The HTML is
 * the same for all users, and changing it here would cause a hydration mismatch.
 */
export function showMemberHead(): void {
  const { style, dataset } = document.documentElement;
  const { username = '', picture = null, unread = 0 } = read();
  style.setProperty('--member-letter', quoted(picture ? '' : ([...username][0] ?? '').toLocaleUpperCase()));
  style.setProperty('--member-picture', picture ? `url(${quoted(picture)})` : 'none');
  style.setProperty('--unread', quoted(unread > COUNTED ? `${COUNTED}+` : String(unread)));
  if (unread > 0) dataset.unread = unread > COUNTED ? 'many' : '';
  else delete dataset.unread;
}

/** Stores the data for the first paint of the next page in this window. */
export function keepMemberHead(change: Partial<MemberHead>): void {
  try {
    const head = { ...read(), ...change, mark: readItem(KEYS.sessionMark) };
    sessionStorage.setItem(KEY, JSON.stringify(head));
  } catch {
    // Storage is blocked or full: the next page shows the data after fetching it.
  }
  showMemberHead();
}

export function forgetMemberHead(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  showMemberHead();
}
