import { type JWTPayload, SignJWT } from 'jose';
import { isId } from '#core/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { readJwt } from '#platform/jwt.ts';
import type { Secrets } from '#platform/secrets.ts';
import { ACCESS_TOKEN_LASTS, ACCESS_TOKEN_LEEWAY, APPEAL_TOKEN_LASTS } from '../model/account-limits.ts';
import { createKnownTokens, type KnownTokens } from './known-tokens.ts';

const ISSUER = 'skein';
const AUDIENCE = 'skein-api';
const TYPE = 'at+jwt';
/** Type of the token in a restricted member’s error; see `signAppealToken`. */
const APPEAL_TYPE = 'appeal+jwt';

/** Claims of an access token: member and session. Roles and status are read from the database at every call. */
export interface AccessClaims {
  accountId: string;
  sessionId: string;
}

/** Caches verified tokens per set of keys, because a token is only valid for the site that signed it. */
const knownBySite = new WeakMap<Secrets, KnownTokens<AccessClaims>>();

function knownTokens(secrets: Secrets): KnownTokens<AccessClaims> {
  const tokens = knownBySite.get(secrets) ?? createKnownTokens();
  knownBySite.set(secrets, tokens);
  return tokens;
}

/** Signs an access token of 10 minutes. */
export function signAccessToken(ctx: Pick<Ctx, 'secrets' | 'clock'>, claims: AccessClaims): Promise<string> {
  const now = Math.floor(ctx.clock.now().getTime() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(claims.accountId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_LASTS / 1000)
    .sign(ctx.secrets.key('access-token'));
}

/** Returns the claims of a valid access token, else null. Caches valid tokens, to verify each signature only once. */
export async function readAccessToken(
  ctx: Pick<Ctx, 'secrets' | 'clock'>,
  token: string,
): Promise<AccessClaims | null> {
  const known = knownTokens(ctx.secrets);
  const found = known.find(token, ctx.clock.now());
  if (found) return found;
  const payload = await verified(ctx, token, 'access-token', TYPE);
  if (!payload) return null;
  const { sub, sid, exp } = payload;
  if (typeof sid !== 'string' || !isId(sid) || !isId(sub ?? '')) return null;
  const claims = { accountId: sub!, sessionId: sid };
  known.keep(token, claims, new Date(exp! * 1000 + ACCESS_TOKEN_LEEWAY));
  return claims;
}

/** Claims of an appeal token. */
export interface AppealClaims {
  accountId: string;
  /** When the password was last changed. Another change invalidates the token. */
  passwordChangedAt: Date | null;
}

/** Returns the time of the last password change as it is in a token. */
export function passwordMark(changedAt: Date | null): number {
  return changedAt?.getTime() ?? 0;
}

/**
 * Signs the token of a restricted member: for a day it authorizes appeal, export and deletion, but opens no session.
 */
export function signAppealToken(ctx: Pick<Ctx, 'secrets' | 'clock'>, claims: AppealClaims): Promise<string> {
  const now = Math.floor(ctx.clock.now().getTime() / 1000);
  return new SignJWT({ pwd: passwordMark(claims.passwordChangedAt) })
    .setProtectedHeader({ alg: 'HS256', typ: APPEAL_TYPE })
    .setSubject(claims.accountId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + APPEAL_TOKEN_LASTS / 1000)
    .sign(ctx.secrets.key('appeal-token'));
}

/** Returns the claims of a valid appeal token, otherwise null. */
export async function readAppealToken(
  ctx: Pick<Ctx, 'secrets' | 'clock'>,
  token: string,
): Promise<{ accountId: string; passwordMark: number } | null> {
  const payload = await verified(ctx, token, 'appeal-token', APPEAL_TYPE);
  if (!payload) return null;
  const { sub, pwd } = payload;
  return typeof pwd === 'number' && isId(sub ?? '') ? { accountId: sub!, passwordMark: pwd } : null;
}

/** Returns the payload of one of our tokens if it is valid, of this type and not expired, otherwise null. */
function verified(
  ctx: Pick<Ctx, 'secrets' | 'clock'>,
  token: string,
  purpose: string,
  typ: string,
): Promise<JWTPayload | null> {
  return readJwt(ctx.secrets, purpose, token, {
    typ,
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: ACCESS_TOKEN_LEEWAY / 1000,
    currentDate: ctx.clock.now(),
  });
}

/**
 * Refresh tokens and emailed links are `id.generation.proof`. The proof is an HMAC over a random seed that is stored in
 * the row. Both the site’s key and the row are needed to make one, so neither a copy of the database nor the key is
 * enough. A token can be computed again: within the grace period, every tab gets the same successor.
 */
export function makeToken(
  secrets: Secrets,
  purpose: string,
  row: { id: string; seed: Uint8Array },
  generation = 0,
): string {
  return `${row.id}.${generation}.${secrets.sign(purpose, row.id, String(generation), row.seed).toString('base64url')}`;
}

/** Splits a well-formed token, otherwise returns null. Doesn’t check the proof, see `provesToken`. */
export function parseToken(token: string): { id: string; generation: number } | null {
  const match = /^(\d{1,19})\.(\d{1,9})\.[\w-]{43}$/.exec(token);
  return match && isId(match[1]!) ? { id: match[1]!, generation: Number(match[2]) } : null;
}

/** True if the token is the one that this row makes for the token’s generation. Takes constant time. */
export function provesToken(
  secrets: Secrets,
  purpose: string,
  row: { id: string; seed: Uint8Array },
  token: string,
): boolean {
  const generation = String(parseToken(token)?.generation ?? 0);
  const start = `${row.id}.${generation}.`;
  return token.startsWith(start) && secrets.proves(token.slice(start.length), purpose, row.id, generation, row.seed);
}
