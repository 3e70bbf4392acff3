import { type ComponentType, createContext, use } from 'react';
import type { Part } from '../i18n/catalogs.ts';
import type { Later } from '../ui/later.tsx';
import { LazyBoundary } from '../ui/lazy-boundary.tsx';

/**
 * The places in rooms that other features fill in the browser, by name, with the props that the room passes. Names
 * begin with that of the page. The feature of the room adds its own by declaration merging.
 */
export interface RoomSlots {}
export type RoomSlotName = keyof RoomSlots;

/**
 * What a feature shows in a room slot. Loaded with the room: list the module in the bundle of the room
 * (`scripts/vite/bundles.ts`), otherwise it is another file to wait for.
 */
export interface RoomFill<Props> {
  /** The lowest order comes first. Steps of ten leave room for others. */
  readonly order: number;
  readonly load: () => Promise<ComponentType<Props>>;
  /** Parts of the catalog that it needs at the start. */
  readonly texts?: readonly Part[];
}

/** The components of a slot, in order. */
export type RoomFills = ReadonlyMap<RoomSlotName, readonly Later<object>[]>;

export const RoomFillsContext = createContext<RoomFills>(new Map<never, never>());

/** Shows what features have to show at this place of a room. */
export function RoomSlot<Name extends RoomSlotName>({ name, ...props }: { name: Name } & RoomSlots[Name]) {
  return (use(RoomFillsContext).get(name) ?? []).map((Fill, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the fills of a slot never change
    <LazyBoundary key={i}>
      <Fill {...props} />
    </LazyBoundary>
  ));
}
