import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '#core/languages.ts';

/** Cookie that mirrors the chosen language, so that the first paint is in it. */
export const LANGUAGE_COOKIE = 'skein_language';

/** The value of a cookie, or null. Nothing signed or secret is ever kept in one. */
function cookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  for (const part of header.split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? null;
  }
  return null;
}

/** The language that an answer is made in: `?t=`, then the cookie, then what the browser accepts, then English. */
export function languageOf(request: FastifyRequest): Language {
  const asked = (request.query as Record<string, unknown>).t;
  return chooseLanguage({
    asked: typeof asked === 'string' ? asked : null,
    saved: cookie(request.headers.cookie, LANGUAGE_COOKIE),
    accepts: request.headers['accept-language'],
  });
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::', 2);
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  return tail === undefined ? start : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
}

/** An address as limits count it: a member of an IPv6 network has 2^64 addresses, so those count as one. */
export function limitKeyOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The token of the Authorization header, with or without `Bearer `. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim();
  return header ? header.replace(/^Bearer\s+/i, '') : null;
}

/**
 * How long a public answer may be kept by others. An address that names its language is the same for everyone, so a
 * shared cache may keep it for a minute; otherwise the answer depends on headers and stays with the browser.
 */
export function cacheControlOf(request: FastifyRequest): string {
  return (request.query as Record<string, unknown>).t === undefined
    ? 'private, no-cache'
    : 'public, max-age=0, s-maxage=60, must-revalidate';
}
