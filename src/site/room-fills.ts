import type { PageName } from '#core/pages.ts';
import type { ReadyFill, RoomFill, RoomFills, RoomSlotName } from '#web/page/room-slot.tsx';
import { type Later, later } from '#web/ui/later.tsx';
import { FEATURES } from './features.ts';

type Fill = RoomFill<object>;

const ALL = FEATURES.flatMap(({ roomFills = {} }) => Object.entries(roomFills) as [RoomSlotName, Fill][]).sort(
  ([, a], [, b]) => a.order - b.order,
);

/** What features show in the slots of rooms. */
export const ROOM_FILLS: RoomFills = ALL.reduce(
  (slots, [slot, { load, texts, ...fill }]) =>
    slots.set(slot, [...(slots.get(slot) ?? []), { ...fill, Fill: later(load, texts) }]),
  new Map<RoomSlotName, ReadyFill[]>(),
);

/** Loads what features show in a room, so that it appears with the room. A slot reports what could not be loaded. */
export async function loadRoomFills(page: PageName, ...[fetchPart]: Parameters<Later<object>['load']>): Promise<void> {
  const inRoom = [...ROOM_FILLS].flatMap(([slot, fills]) => (slot.startsWith(`${page}.`) ? fills : []));
  await Promise.allSettled(inRoom.map(({ Fill, isRare }) => isRare || Fill.load(fetchPart)));
}
