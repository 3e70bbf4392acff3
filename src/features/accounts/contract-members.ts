import * as z from 'zod/mini';
import { ROLES } from '#core/actor.ts';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { PROOF_KINDS } from './model/proof.ts';

/** A token that a call takes: of an emailed link, of a session, or of a flow of several calls. */
export const token = z.string({ error: 'required' }).check(z.minLength(1, 'required'), z.maxLength(2000));

/** The member’s own account. Names from the spec keep its spelling. */
export const Me = z.strictObject({
  id,
  email: z.string(),
  username: z.string(),
  slug: z.string(),
  bio: z.string(),
  avatar: z.nullable(z.string()),
  preferred_language: z.enum(LANGUAGES),
  /** The languages that the member reads, the most wanted first. Null until they have chosen. */
  languagesRead: z.nullable(z.array(z.enum(LANGUAGES))),
  joinedAt: isoTime,
  /** Time from which the slug can be changed again. Null if it can be changed now. */
  slugFreeAt: z.nullable(isoTime),
  roles: z.array(z.enum(ROLES)),
  /** False for members who have only ever logged in with a provider. */
  hasPassword: z.boolean(),
  /** Null if unknown. */
  passwordChangedAt: z.nullable(isoTime),
  /** Whether the account is connected to a Google account. */
  google: z.boolean(),
  /** Whether the account is connected to the other provider that the site offers. */
  openid: z.boolean(),
  /** When rights of the member’s roles rest, or have begun to, for lack of a second factor. Null if they never do. */
  rightsRestAt: z.nullable(isoTime),
  /** How the member can prove that it is them. */
  proofs: z.array(z.enum(PROOF_KINDS)),
  /** The keys with which browsers encrypt what they keep of the member’s texts. The current one comes first. */
  deviceKeys: z.array(z.string()),
});
export type Me = z.output<typeof Me>;

export const Tokens = z.strictObject({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Language of pages and emails that the member prefers. */
  language: z.enum(LANGUAGES),
  /** Present only if a deletion of the account was planned, which this login has canceled. */
  accountKept: z.optional(z.literal(true)),
});

export type Tokens = z.output<typeof Tokens>;

/** The public profile of a member. For a suspended or banned member it only says that they are. */
export const PublicUser = z.strictObject({
  id,
  suspended: z.boolean(),
  /** Null if the suspension has no end, or if there is none. */
  suspendedUntil: z.nullable(isoTime),
  username: z.nullable(z.string()),
  /** True for moderators and administrators. Shown beside the name, because other members can choose similar names. */
  isModerator: z.boolean(),
  slug: z.string(),
  bio: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  joinedAt: z.nullable(isoTime),
  /** A date without a time of day. */
  lastActiveOn: z.nullable(z.string()),
});
export type PublicUser = z.output<typeof PublicUser>;

/** Credits a member beside their work. Erased members have the words “former author” as their name, and no slug. */
export const Byline = z.strictObject({ id, username: z.string(), slug: z.string(), avatar: z.nullable(z.string()) });
export type Byline = z.output<typeof Byline>;

/** A session of the member. Browser and system are what the browser claims to be. */
export const OwnSession = z.strictObject({
  id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  begunAt: isoTime,
  usedAt: isoTime,
  isThis: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;
