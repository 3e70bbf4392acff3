import { KEYS, readItem } from './storage.ts';

/** What the head of the site shows of the member, beside what it shows of all of them. */
interface MemberHead {
  username: string;
  /** Address of the picture. */
  picture: string | null;
  /** Of messages. */
  unread: number;
}

const KEY = 'memberHead';
/** Above it a count says how many there are at least (spec §9). */
const COUNTED = 99;

/** What this window keeps; of another session it is nothing. */
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

/** As a string of CSS: its quotes and backslashes end nothing. */
const quoted = (text: string) => `"${text.replace(/["\\\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

/**
 * Shows picture and count where their places are (`layout/header.tsx`), as properties of the style sheet: the page itself is the
 * same for everybody, and React would find another one than it expects.
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

/** Keeps it for the first paint of the next page in this window. */
export function keepMemberHead(change: Partial<MemberHead>): void {
  try {
    const head = { ...read(), ...change, mark: readItem(KEYS.sessionMark) };
    sessionStorage.setItem(KEY, JSON.stringify(head));
  } catch {
    // Refused or full: the next page shows it when it has asked.
  }
  showMemberHead();
}

export function forgetMemberHead(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Refused: nothing was kept.
  }
  showMemberHead();
}
