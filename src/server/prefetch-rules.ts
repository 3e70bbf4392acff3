import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hasSecret, prefetchedPatterns } from '#core/pages.ts';
import { DAY, SECOND } from '#core/time.ts';

/** What browsers may fetch ahead: pages for reading that the user points at, and the next chapter at once. */
const RULES = JSON.stringify({
  prefetch: [
    {
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: prefetchedPatterns() },
          // Links in mails act when they are opened.
          { not: { href_matches: ['/*\\?*verify=*', '/*\\?*new_email=*'] } },
        ],
      },
    },
    { eagerness: 'eager', where: { selector_matches: 'main a[rel~=next]' } },
  ],
});
const PATH = `/prefetch-${createHash('sha256').update(RULES).digest('base64url').slice(0, 8)}.json`;

/** Headers that name the rules. In a file, since the policy allows no inline scripts but one. */
const PREFETCHING = { 'speculation-rules': `"${PATH}"` };
const SECRET = { 'referrer-policy': 'no-referrer' };

/**
 * Returns the headers of the page at a path. A URL with a secret is sent to nobody, not even with the request for the
 * rules, which browsers make before they read the page.
 */
export function pageHeadersOf(pathname: string): Readonly<Record<string, string>> {
  return hasSecret(pathname) ? SECRET : PREFETCHING;
}

/** Serves the rules for what browsers may fetch ahead. Only Chromium has them. */
export function servePrefetchRules(http: FastifyInstance): void {
  http.get(PATH, async (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', `public, max-age=${(365 * DAY) / SECOND}, immutable`)
      .send(RULES),
  );
}
