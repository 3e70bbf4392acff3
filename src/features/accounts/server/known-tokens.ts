import { hash } from 'node:crypto';

/** Tokens of so many members are known at a time; those that came first go first. */
const MOST = 5000;

/** What good tokens say, until they end, so that a signature is not checked again with each call. */
export interface KnownTokens<Claims> {
  /** What the token says; null where it is not known or over. */
  find: (token: string, now: Date) => Claims | null;
  /** `until` is the first moment at which it is no good. */
  keep: (token: string, claims: Claims, until: Date) => void;
}

/**
 * Knows only what a token says by itself. Whether its session lives and what its member may do is asked with every call, so
 * nothing that ends a session has to be told here. Tokens are known by their digest: nobody can read one out of memory.
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
