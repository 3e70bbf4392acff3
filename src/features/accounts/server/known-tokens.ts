import { hash } from 'node:crypto';

/** Maximum number of cached tokens. Beyond it, the token added first is evicted. */
const MOST = 5000;

/** Caches the claims of verified tokens until they expire, so that calls don't verify the same signature again. */
export interface KnownTokens<Claims> {
  /** Returns the token's claims. Null if the token is unknown or expired. */
  find: (token: string, now: Date) => Claims | null;
  /** `until` is the first moment at which the token is invalid. */
  keep: (token: string, claims: Claims, until: Date) => void;
}

/**
 * Caches only what the token itself says. Every call still checks the session and the member's permissions, so ending a
 * session needs no invalidation here. Only digests of tokens are stored, so that no token can be read from this cache.
 */
export function createKnownTokens<Claims>(most = MOST): KnownTokens<Claims> {
  const tokens = new Map<string, { claims: Claims; until: number }>();
  const keyOf = (token: string) => hash('sha256', token, 'base64');
  return {
    find(token, now) {
      const key = keyOf(token);
      const found = tokens.get(key);
      if (!found) return null;
      if (now.getTime() < found.until) return found.claims;
      tokens.delete(key);
      return null;
    },
    keep(token, claims, until) {
      if (tokens.size >= most) tokens.delete(tokens.keys().next().value!);
      tokens.set(keyOf(token), { claims, until: until.getTime() });
    },
  };
}
