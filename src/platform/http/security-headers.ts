import { createHash } from 'node:crypto';

const TURNSTILE = 'https://challenges.cloudflare.com';
/** What beside our own files may run in pages. */
const allowed = { hashes: [] as string[], turnstile: false, analytics: null as string | null };

/**
 * The one policy of every answer, scripts and errors included. It is the same everywhere because the policy of the first
 * page rules until the next full load, and it holds no nonce because pages are cached (anchors: router §2, csp §1).
 */
function contentSecurityPolicy(): string {
  const { hashes, turnstile, analytics } = allowed;
  const counting = analytics === null ? [] : [analytics];
  const check = turnstile ? [TURNSTILE] : [];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`), ...check, ...counting].join(' '),
    ...check.map((origin) => `frame-src ${origin}`),
    "style-src 'self'",
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

export const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Names the constant scripts that stand inside pages. Called once, before the first answer. */
export function allowInlineScripts(scripts: string[]): void {
  allowed.hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
  SECURITY_HEADERS['content-security-policy'] = contentSecurityPolicy();
}

/**
 * Lets others' scripts into the pages, of sites that use them, and before the first answer: the human check of Cloudflare,
 * and one that counts visits, which sends to where it comes from.
 */
export function allowForeignScripts(used: { turnstile: boolean; analytics: string | null }): void {
  allowed.turnstile = used.turnstile;
  allowed.analytics = used.analytics && new URL(used.analytics).origin;
  SECURITY_HEADERS['content-security-policy'] = contentSecurityPolicy();
}

/** Browsers that came over HTTPS stay with it; told only by sites that are on HTTPS. */
export function requireHttps(): void {
  SECURITY_HEADERS['strict-transport-security'] = 'max-age=63072000; includeSubDomains';
}

/** For development alone: the tools for replacing modules write inline scripts and styles. */
export function allowDevelopment(): void {
  delete SECURITY_HEADERS['content-security-policy'];
}
