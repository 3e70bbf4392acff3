import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import type { ReopenedWish } from '../contract-wishes.ts';
import type { Wish, WishKind } from '../model/wish.ts';

/** What a feature does with a kind of wish. It never fulfills it. */
interface WishRule {
  /** Returns the path where the wish can be fulfilled, or null if that is gone. Called as a visitor. */
  readonly page: (ctx: Ctx, id: string) => Promise<string | null>;
  /** Returns the id to store, if the given one is a secret. Null if it is wrong. */
  readonly keep?: (ctx: Ctx, id: string) => Promise<string | null>;
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** Where wishes are reopened after signing up, for each kind. */
    readonly wishes: { readonly [Kind in WishKind]: WishRule };
  }
}

/** Columns of a link for its wish. */
interface KeptWish {
  wish_kind: string | null;
  wish_id: string | null;
}

function ruleOf({ wishes }: Pick<Ctx, 'wishes'>, kind: string): WishRule | undefined {
  const rules: Readonly<Record<string, WishRule>> = wishes;
  return Object.hasOwn(rules, kind) ? rules[kind] : undefined;
}

/** Returns what is stored of a wish. Throws invalid_input if no feature knows this kind. */
export async function keepWish(ctx: Ctx, wish: Wish | undefined): Promise<KeptWish> {
  const nothing = { wish_kind: null, wish_id: null };
  if (!wish) return nothing;
  const rule = ruleOf(ctx, wish.kind);
  if (!rule) throw new AppError('invalid_input', { fields: { wish: { code: 'invalid' } } });
  const id = rule.keep ? await rule.keep(ctx, wish.id) : wish.id;
  return id === null ? nothing : { wish_kind: wish.kind, wish_id: id };
}

/** Returns the wish of a mailed link, and where it is reopened. Null if it has none. */
export async function reopenWish(ctx: Ctx, { wish_kind: kind, wish_id: id }: KeptWish): Promise<ReopenedWish | null> {
  if (kind === null || id === null) return null;
  return { kind, at: (await ruleOf(ctx, kind)?.page(ctx, id)) ?? null };
}
