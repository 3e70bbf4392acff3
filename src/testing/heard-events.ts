import { onTestFinished } from 'vitest';
import type { EventName, Events, Listener } from '#platform/features/events.ts';
import type { TestApp } from './test-app.ts';

/** An event with its name. */
export type Heard<Name extends EventName> = { [N in Name]: { readonly name: N } & Events[N] }[Name];

/**
 * Listens to these events until the end of the test, after all features. Returns a list to which each event is added when
 * it is emitted. `look` runs first, in the transaction of the event.
 */
export function hearEvents<const Name extends EventName>(
  { deps }: TestApp,
  names: readonly Name[],
  look: Listener<Name> = async () => {},
): Heard<Name>[] {
  const heard: Heard<Name>[] = [];
  const listeners = deps.listeners as Record<string, readonly Listener<Name>[] | undefined>;
  for (const name of names) {
    const before = listeners[name];
    const listener: Listener<Name> = async (ctx, event) => {
      await look(ctx, event);
      heard.push({ name, ...event } as Heard<Name>);
    };
    listeners[name] = [...(before ?? []), listener];
    onTestFinished(() => {
      listeners[name] = before;
    });
  }
  return heard;
}
