import { createHash } from 'node:crypto';
import { type Config, isLoopback } from '../config.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';
/** Constant scripts and style sheets that are inlined in pages. */
interface Inline {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the content security policy of every response, scripts and errors included. Pages and files are cached, so it
 * is the same everywhere and has no nonce (anchors: csp §1).
 */
function contentSecurityPolicy(allowed: Inline & { turnstile: boolean; analytics: string | null }) {
  const { scripts, styles, turnstile, analytics } = allowed;
  const counting = analytics === null ? [] : [analytics];
  const check = turnstile ? [TURNSTILE] : [];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map(hashOf), ...check, ...counting].join(' '),
    ...check.map((origin) => `frame-src ${origin}`),
    ["style-src 'self'", ...styles.map(hashOf)].join(' '),
    "img-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...counting].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app ProseMirrorClipboard',
  ].join('; ');
}

/** The settings that the headers depend on. */
type SiteSettings = Pick<Config, 'publicUrl' | 'humanCheck' | 'turnstile' | 'analyticsScriptUrl'>;

/** The headers of every response of a server. They are complete before its first response. */
export class SecurityHeaders {
  readonly #allowed: { turnstile: boolean; analytics: string | null };
  #values: Readonly<Record<string, string>>;

  constructor({ publicUrl, humanCheck, turnstile, analyticsScriptUrl }: SiteSettings) {
    // Cloudflare Turnstile, and an analytics script that sends data to its own origin.
    this.#allowed = {
      turnstile: humanCheck && turnstile !== null,
      analytics: analyticsScriptUrl && new URL(analyticsScriptUrl).origin,
    };
    this.#values = {
      'content-security-policy': contentSecurityPolicy({ ...this.#allowed, scripts: [], styles: [] }),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      // Browsers that used HTTPS once keep using it.
      ...(publicUrl.protocol === 'https:' && !isLoopback(publicUrl)
        ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
        : {}),
    };
  }

  /** Names and values. Names are in lowercase. */
  get values(): Readonly<Record<string, string>> {
    return this.#values;
  }

  /** Allows scripts and styles that are inlined in pages, by their hashes. */
  allowInline(inline: Inline): void {
    this.#values = {
      ...this.#values,
      'content-security-policy': contentSecurityPolicy({ ...this.#allowed, ...inline }),
    };
  }

  /** For development only, because hot module replacement writes inline scripts and styles. */
  dropContentPolicy(): void {
    const { 'content-security-policy': _, ...others } = this.#values;
    this.#values = others;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: SecurityHeaders;
  }
}
