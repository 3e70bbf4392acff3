import { allow, type Decision } from '#core/decision.ts';
import type { Ctx } from '../context.ts';

/**
 * Actions that other features may refuse, by name, with the facts that they decide on. The feature that owns the action
 * declares it by declaration merging.
 */
export interface Guards {}
export type GuardName = keyof Guards;

export type Guard<Name extends GuardName> = (ctx: Ctx, facts: Guards[Name]) => Promise<Decision>;
/** The guards of one feature. */
export type GuardsOfFeature = { readonly [Name in GuardName]?: Guard<Name> };
/** The guards of all features, in their order. */
export type GuardsByAction = { readonly [Name in GuardName]?: readonly Guard<Name>[] };

declare module '../context.ts' {
  interface Deps {
    readonly guards: GuardsByAction;
  }
}

/** Asks all guards of an action, in the order of the features. Returns the first refusal. */
export async function askGuards<Name extends GuardName>(ctx: Ctx, name: Name, facts: Guards[Name]): Promise<Decision> {
  for (const guard of ctx.guards[name] ?? []) {
    const decision = await guard(ctx, facts);
    if (!decision.ok) return decision;
  }
  return allow;
}
