import * as z from 'zod/mini';
import { issueCode, lengthOf, lines } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { BIO_MAX, SLUG_MAX, SLUG_MIN, USERNAME_MAX, USERNAME_MIN } from './account-limits.ts';
import { isEmailAddress, normaliseEmail } from './email-address.ts';

export const email = z.pipe(
  z.pipe(z.string({ error: 'email_empty' }), z.transform(normaliseEmail)),
  z.string().check(
    z.refine((value) => value !== '', { error: 'email_empty', abort: true }),
    z.refine(isEmailAddress, { error: 'email_invalid' }),
  ),
);

/**
 * Letters, marks and digits of any script, and underscore; none of the letters and marks that nobody sees (fillers,
 * variation selectors), and no mark at the beginning, where it would sit on what stands before the name.
 */
const USERNAME =
  /^[[\p{L}\p{N}_]--\p{Default_Ignorable_Code_Point}][[\p{L}\p{M}\p{N}_]--\p{Default_Ignorable_Code_Point}]*$/v;

/** A name as it is stored: compatibility forms folded, so that two names that look alike are one. */
export function normaliseUsername(username: string): string {
  return username.trim().normalize('NFKC');
}

/** Two names with the same key are the same name. By way of the capitals, where ß and ss, ς and σ are alike. */
export function usernameKey(username: string): string {
  return normaliseUsername(username).toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

export const username = z.pipe(
  z.pipe(z.string({ error: 'username_empty' }), z.transform(normaliseUsername)),
  z.string().check(
    z.refine((value) => value !== '', { error: 'username_empty', abort: true }),
    z.refine((value) => lengthOf(value) >= USERNAME_MIN && lengthOf(value) <= USERNAME_MAX, {
      error: issueCode('username_length', { min: USERNAME_MIN, max: USERNAME_MAX }),
    }),
    z.refine((value) => USERNAME.test(value), { error: 'username_letters' }),
  ),
);

/** Words that are addresses of the site, or that would let somebody speak for it. */
const RESERVED = new Set(
  `about account accounts admin administrator agreement api app assets auth blog ban banned category categories chapter
  chapters contact cookie cookies delete dev edit editor en zh de fr ko pt ja es faq feed feedback google guest help home
  image images inbox index info invite join legal login logout mail me message messages mod moderation moderator
  moderators news null official page pages password privacy profile register report reset review root rss search security
  settings signin signup site sitemap skein staff static status stories story support system team terms test translate
  undefined unknown user users voting webmaster www you`
    .trim()
    .split(/\s+/),
);

export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug);
}

export const slug = z.pipe(
  z.pipe(
    z.string({ error: 'slug_empty' }),
    z.transform((value: string) => value.trim()),
  ),
  z.string().check(
    z.refine((value) => value !== '', { error: 'slug_empty', abort: true }),
    z.refine((value) => value.length >= SLUG_MIN && value.length <= SLUG_MAX, {
      error: issueCode('slug_length', { min: SLUG_MIN, max: SLUG_MAX }),
    }),
    z.refine((value) => /^[a-z0-9-]+$/.test(value), { error: 'slug_letters' }),
    z.refine((value) => !/^-|-$|--/.test(value), { error: 'slug_hyphens' }),
    z.refine((value) => !isReservedSlug(value), { error: 'slug_reserved' }),
  ),
);

export const bio = lines({ max: BIO_MAX, tooLong: 'bio_too_long' });
export const language = z.enum(LANGUAGES, { error: 'language_unknown' });
