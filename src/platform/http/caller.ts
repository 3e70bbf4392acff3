import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { baseLanguage, chooseLanguage, type Language } from '#core/languages.ts';
import { MINUTE, SECOND } from '#core/time.ts';

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

/** What the address asks for by `?t=`; null when it names no language of ours, or two. */
function askedLanguage(request: FastifyRequest): Language | null {
  // Null for an address that could not be read.
  const asked = (request.query as Record<string, unknown> | null)?.t;
  return typeof asked === 'string' ? baseLanguage(asked) : null;
}

/** The language that an answer is made in: `?t=`, then the cookie, then what the browser accepts, then English. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage({
    asked: askedLanguage(request),
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

/**
 * An address as limits count it: a member of an IPv6 network has 2^64 addresses, so those count as one. What is none
 * (a proxy that should append the address but does not) counts as one caller.
 */
export function limitKeyOf(address: string): string {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
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

/** Seconds for which a shared cache may keep a public answer; it hears of no changes. */
const SHARED_S = MINUTE / SECOND;

/**
 * How long a public answer may be kept by others. An address that names its language is the same for everyone, so a
 * shared cache may keep it for a minute, or until it goes stale by itself; otherwise the answer depends on headers and
 * stays with the browser.
 */
export function cacheControlOf(request: FastifyRequest, until: Date | null = null): string {
  if (askedLanguage(request) === null) return 'private, no-cache';
  const left = until ? Math.floor((until.getTime() - Date.now()) / SECOND) : SHARED_S;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(SHARED_S, left))}, must-revalidate`;
}
