import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { baseLanguage, chooseLanguage, type Language } from '#core/languages.ts';
import { MINUTE, SECOND } from '#core/time.ts';

/** Cookie with the chosen language, so that the first paint is in it. */
export const LANGUAGE_COOKIE = 'skein_language';

/** Returns the value of a cookie, or null. No cookie authorizes a call. */
export function cookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  for (const part of header.split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim() ?? null;
  }
  return null;
}

/** Returns the language that `?t=` asks for. Null if it isn’t one of ours, or if there are two values. */
export function askedLanguage(asked: unknown): Language | null {
  return typeof asked === 'string' ? baseLanguage(asked) : null;
}

/** The value of `?t=`. */
function askedBy(request: FastifyRequest): unknown {
  // Null if the URL couldn’t be parsed.
  return (request.query as Record<string, unknown> | null)?.t;
}

/** Returns the language that the URL names, or null. */
export function namedLanguage(request: FastifyRequest): Language | null {
  return askedLanguage(askedBy(request));
}

/** Returns the language of the response: `?t=`, then the cookie, then Accept-Language, then English. */
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
 * True if the browser would run the page before it is visible, as Chromium does from its address bar. That would count
 * a view and save a reading position. Browsers that are refused open the page as usual.
 */
export function isPrerendered(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'];
  return typeof purpose === 'string' && purpose.includes('prerender');
}

/**
 * Returns which addresses of a request are our own proxies, counted from our side. Addresses further out can be forged.
 */
export function isOwnProxy(proxies: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

/** Returns the caller’s address behind this many proxies, as the framework does. */
export function callerAddress(request: IncomingMessage, proxies: number): string {
  return proxyAddress(request, isOwnProxy(proxies));
}

/** True for a request that a proxy has passed on, as far as its headers say. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::', 2);
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  return tail === undefined ? start : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
}

/**
 * Returns an address as limits count it. An IPv6 network has 2^64 addresses, so they count as one. Values that aren’t
 * addresses count as one caller; they come from proxies that should append the address but don’t.
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

/** Returns the token of the Authorization header, or null. The `Bearer ` is optional. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim();
  return header ? header.replace(/^Bearer\s+/i, '') : null;
}

/** Seconds that a shared cache may keep a public response. It gets no invalidations. */
const SHARED_S = MINUTE / SECOND;

/**
 * Returns the Cache-Control header of a public response. If the URL names the language, the response is the same for
 * everyone, so a shared cache may keep it for a minute, or until it expires. Otherwise it depends on request headers,
 * and only the browser may keep it.
 */
export function cacheControlFor(named: Language | null, until: Date | null = null): string {
  if (named === null) return 'private, no-cache';
  const left = until ? Math.floor((until.getTime() - Date.now()) / SECOND) : SHARED_S;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(SHARED_S, left))}, must-revalidate`;
}

export function cacheControlOf(request: FastifyRequest, until?: Date | null): string {
  return cacheControlFor(namedLanguage(request), until);
}
