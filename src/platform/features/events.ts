import type { Ctx } from '../context.ts';

/**
 * What happens in the features, by name, with what is known about it. The feature that causes an event declares it by
 * declaration merging, and says there when it is emitted and which locks are held.
 */
export interface Events {}
export type EventName = keyof Events;

export type Listener<Name extends EventName> = (ctx: Ctx, event: Events[Name]) => Promise<void>;
/** The listeners of one feature. */
export type Listeners = { readonly [Name in EventName]?: Listener<Name> };
/** The listeners of all features, in their order. */
export type ListenersByEvent = { readonly [Name in EventName]?: readonly Listener<Name>[] };

declare module '../context.ts' {
  interface Deps {
    readonly listeners: ListenersByEvent;
  }
}

/**
 * Tells all listeners about an event, one after the other, in the order of the features. If the caller has a transaction,
 * they share it, and if one throws, everything is rolled back.
 */
export async function emit<Name extends EventName>(ctx: Ctx, name: Name, event: Events[Name]): Promise<void> {
  for (const listener of ctx.listeners[name] ?? []) await listener(ctx, event);
}
