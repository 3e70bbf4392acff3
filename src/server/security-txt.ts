import { LANGUAGES } from '#core/languages.ts';
import { after, DAY } from '#core/time.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';

/** How long the file is valid: less than a year, as RFC 9116 recommends. */
const VALID_FOR = 180 * DAY;
const PATH = '/.well-known/security.txt';

/** Tells people who find a vulnerability where to report it (RFC 9116). */
export const securityTxtRoute: RawRoute = rawRoute({
  method: 'GET',
  path: PATH,
  access: 'public',
  cache: 'public, max-age=86400',
  limit: { none: 'It only repeats settings.' },
  answer({ ctx: { clock, config } }) {
    const lines = [
      `Contact: mailto:${config.contactEmail}`,
      // A day, so that all responses of a day are the same.
      `Expires: ${after(clock.now(), VALID_FOR).toISOString().slice(0, 10)}T00:00:00.000Z`,
      `Preferred-Languages: ${LANGUAGES.join(', ')}`,
      `Canonical: ${new URL(PATH, config.publicUrl).href}`,
    ];
    return { type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` };
  },
});
