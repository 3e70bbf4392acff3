import { createHash } from 'node:crypto';
import { prefetchedPatterns } from '#core/pages.ts';
import { DAY, SECOND } from '#core/time.ts';
import { rawRoute } from '#platform/http/raw-routes.ts';

/** What browsers may prefetch: pages for reading when the user points at a link, and the next chapter right away. */
const RULES = JSON.stringify({
  prefetch: [
    {
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: prefetchedPatterns() },
          // Links in emails have an effect when they are opened.
          { not: { href_matches: ['/*\\?*verify=*', '/*\\?*new_email=*'] } },
        ],
      },
    },
    { eagerness: 'eager', where: { selector_matches: 'main a[rel~=next]' } },
  ],
});
const PATH = `/prefetch-${createHash('sha256').update(RULES).digest('base64url').slice(0, 8)}.json`;

/** Headers that name the rules. They are in a file, because the policy allows only one inline script. */
const PREFETCHING = { 'speculation-rules': `"${PATH}"` };
const SECRET = { 'referrer-policy': 'no-referrer' };

/**
 * Returns the headers of a page. A URL that may hold a secret is sent with no request, not even with the one for the
 * rules, which browsers make before they read the page.
 */
export function pageHeadersOf(isSecret: boolean): Readonly<Record<string, string>> {
  return isSecret ? SECRET : PREFETCHING;
}

/** Serves the rules for prefetching. Only Chromium supports them. */
export const prefetchRulesRoute = rawRoute({
  method: 'GET',
  path: PATH,
  access: 'public',
  cache: `public, max-age=${(365 * DAY) / SECOND}, immutable`,
  limit: { none: 'It is a constant.' },
  answer: () => ({ type: 'application/speculationrules+json', body: RULES }),
});
