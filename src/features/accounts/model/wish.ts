/**
 * The kinds of wishes: what a visitor wanted to do when they were asked to log in. Each feature adds its own by
 * declaration merging, and says on the server where such a wish is reopened (registry `wishes`).
 */
export interface WishKinds {}
export type WishKind = keyof WishKinds & string;

/** A wish names a kind and the id of what it is about, never a URL: anyone can sign up with someone else’s email. */
export interface Wish {
  readonly kind: string;
  readonly id: string;
}

export const WISH_KIND = /^[a-z_]{1,20}$/;
/** Ids of a story and a chapter are joined by a dot. */
export const WISH_ID = /^[\w.-]{1,80}$/;
/** Maximum number of reading positions that a browser keeps for visitors. */
export const PLACES_MAX = 20;

/** Reads a wish that is written as `kind:id`, as the browser passes it on. Null if it isn’t one. */
export function parseWish(word: string): Wish | null {
  const [kind = '', id = '', more] = word.split(':');
  return more === undefined && WISH_KIND.test(kind) && WISH_ID.test(id) ? { kind, id } : null;
}
