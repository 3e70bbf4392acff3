import type { FieldIssue } from '#core/errors.ts';
import { lengthOf } from '#core/text.ts';
import { lines, type TextRule } from '#core/text-rules.ts';
import { BIO_MAX, SLUG_MAX, SLUG_MIN, USERNAME_MAX, USERNAME_MIN } from './account-limits.ts';
import { isEmailAddress, normaliseEmail } from './email-address.ts';

/** Rule for a required field. `empty` is the error code if it is missing. `problem` checks a non-empty text. */
function required(empty: string, tidy: TextRule['tidy'], problem: TextRule['problem']): TextRule {
  return {
    tidy,
    problem: (text) => (text === '' ? { code: empty } : problem(text)),
    absent: empty,
    notText: empty,
  };
}

export const email = required('email_empty', normaliseEmail, (address) =>
  isEmailAddress(address) ? null : { code: 'email_invalid' },
);

/**
 * Letters, marks and digits of any script, and underscore. Excludes invisible letters and marks (fillers, variation
 * selectors), and a mark at the start, which would combine with the character before the name.
 */
const USERNAME =
  /^[[\p{L}\p{N}_]--\p{Default_Ignorable_Code_Point}][[\p{L}\p{M}\p{N}_]--\p{Default_Ignorable_Code_Point}]*$/v;

/** Returns the form that is stored. Folds compatibility forms, so that names that look alike are the same. */
export function normaliseUsername(username: string): string {
  return username.trim().normalize('NFKC');
}

/** Usernames with the same key are the same name. The detour over uppercase makes ß equal ss, and ς equal σ. */
export function usernameKey(username: string): string {
  return normaliseUsername(username).toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

export const username = required('username_empty', normaliseUsername, (name) => {
  const length = lengthOf(name);
  if (length < USERNAME_MIN || length > USERNAME_MAX)
    return { code: 'username_length', params: { min: USERNAME_MIN, max: USERNAME_MAX } };
  return USERNAME.test(name) ? null : { code: 'username_letters' };
});

/** Slugs that are paths of the site, or that would let a member pose as the site. */
const RESERVED = new Set(
  `about accessibility account accounts admin administrator agreement api app assets auth blog ban banned category categories chapter
  chapters contact cookie cookies delete dev edit editor en zh de fr ko pt ja es faq feed feedback google guest help home
  image images inbox index info invite join legal login logout mail me message messages mod moderation moderator
  moderators news null official page pages password privacy profile reasons register report reset review root rss search security
  settings signin signup site sitemap skein staff static status stories story support system team terms test translate
  transparency
  undefined unknown user users voting webmaster www you`
    .trim()
    .split(/\s+/),
);

export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug);
}

function slugProblem(slug: string): FieldIssue | null {
  if (slug.length < SLUG_MIN || slug.length > SLUG_MAX)
    return { code: 'slug_length', params: { min: SLUG_MIN, max: SLUG_MAX } };
  if (!/^[a-z0-9-]+$/.test(slug)) return { code: 'slug_letters' };
  if (/^-|-$/.test(slug)) return { code: 'slug_hyphens' };
  return isReservedSlug(slug) ? { code: 'slug_reserved' } : null;
}

export const slug = required('slug_empty', (typed) => typed.trim(), slugProblem);

export const bio = lines({ max: BIO_MAX, tooLong: 'bio_too_long' });
