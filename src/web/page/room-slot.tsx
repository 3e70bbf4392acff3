import { type ComponentType, createContext, use } from 'react';
import type { PlainKey } from '#core/messages.ts';
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
 * What a feature shows in a room slot. Loaded with the room: list the module in the bundle of the room (`web/bundles.ts`
 * of the feature), otherwise it is another file to wait for.
 */
export interface RoomFill<Props> {
  /** The lowest order comes first. Steps of ten leave room for others. */
  readonly order: number;
  readonly load: () => Promise<ComponentType<Props>>;
  /** Parts of the catalog that it needs at the start. */
  readonly texts?: readonly Part[];
  /** True if it is loaded when it is shown, because few visits to the room show it. */
  readonly isRare?: true;
  /** For slots that are tabs (`useRoomTabs`). It belongs to `texts`, or to those of the room. */
  readonly label?: PlainKey;
}

/** A fill whose component is loaded later. */
export interface ReadyFill extends Pick<RoomFill<never>, 'isRare' | 'label'> {
  readonly Fill: Later<object>;
}

/** What features show in each slot, in order. */
export type RoomFills = ReadonlyMap<RoomSlotName, readonly ReadyFill[]>;

export const RoomFillsContext = createContext<RoomFills>(new Map<never, never>());

/** Shows what features have to show at this place of a room. */
export function RoomSlot<Name extends RoomSlotName>({ name, ...props }: { name: Name } & RoomSlots[Name]) {
  return (use(RoomFillsContext).get(name) ?? []).map(({ Fill }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the fills of a slot never change
    <LazyBoundary key={i}>
      <Fill {...props} />
    </LazyBoundary>
  ));
}

/** A slot that is a tab of a room. */
interface RoomTab<Prefix extends string> {
  readonly slot: `${Prefix}${string}` & RoomSlotName;
  /** The rest of the slot’s name. */
  readonly name: string;
  readonly label: PlainKey;
}

/** Returns the tabs that features add to a room: the slots whose names begin with `prefix`. */
export function useRoomTabs<Prefix extends string>(prefix: Prefix): readonly RoomTab<Prefix>[] {
  const isTab = (slot: RoomSlotName): slot is `${Prefix}${string}` & RoomSlotName => slot.startsWith(prefix);
  return [...use(RoomFillsContext)].flatMap(([slot, [first]]) =>
    isTab(slot) && first?.label ? { slot, name: slot.slice(prefix.length), label: first.label } : [],
  );
}
