import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { baseLanguage, chooseLanguage, type Language } from '#core/languages.ts';
import { MINUTE, SECOND } from '#core/time.ts';

/** Cookie that mirrors the chosen language, so that the first paint is in it. */
export const LANGUAGE_COOKIE = 'skein_language';

/** The value of a cookie, or null. None is ever taken for who somebody is. */
export function cookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  for (const part of header.split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? null;
  }
  return null;
}

/** What the value of `?t=` asks for; null when it names no language of ours, or two. */
export function askedLanguage(asked: unknown): Language | null {
  return typeof asked === 'string' ? baseLanguage(asked) : null;
}

/** The value of `?t=`. */
function askedBy(request: FastifyRequest): unknown {
  // Null for an address that could not be read.
  return (request.query as Record<string, unknown> | null)?.t;
}

/** The language that the address names, or null. */
export function namedLanguage(request: FastifyRequest): Language | null {
  return askedLanguage(askedBy(request));
}

/** The language that an answer is made in: `?t=`, then the cookie, then what the browser accepts, then English. */
export function languageFor(asked: unknown, headers: IncomingHttpHeaders): Language {
  return chooseLanguage({
    asked: askedLanguage(asked),
    saved: cookie(headers.cookie, LANGUAGE_COOKIE),
    accepts: headers['accept-language'],
  });
}

export function languageOf(request: FastifyRequest): Language {
  return languageFor(askedBy(request), request.headers);
}

/**
 * True if the browser would run the page before anybody sees it, as the address bar of Chromium does. Running it counts a
 * view and a place in the text. Browsers that are refused open the page as usual.
 */
export function isPrerendered(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'];
  return typeof purpose === 'string' && purpose.includes('prerender');
}

/** Which of the addresses that a request came by are our proxies. Counted from our side: what stands further out could have been written by anybody. */
export function isOwnProxy(proxies: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

/** The caller's address, behind so many proxies, as the framework finds it too. */
export function callerAddress(request: IncomingMessage, proxies: number): string {
  return proxyAddress(request, isOwnProxy(proxies));
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
export function cacheControlFor(named: Language | null, until: Date | null = null): string {
  if (named === null) return 'private, no-cache';
  const left = until ? Math.floor((until.getTime() - Date.now()) / SECOND) : SHARED_S;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(SHARED_S, left))}, must-revalidate`;
}

export function cacheControlOf(request: FastifyRequest, until?: Date | null): string {
  return cacheControlFor(namedLanguage(request), until);
}
