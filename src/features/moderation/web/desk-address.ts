import { DESK_KINDS, type DeskKind } from '../model/desk.ts';

/** One thing that waits. Ids count within a kind. */
export interface DeskItem {
  kind: DeskKind;
  id: string;
}

/** Names a thing that waits among all of them. */
export function itemKey({ kind, id }: DeskItem): string {
  return `${kind}-${id}`;
}

export function readItemKey(key: string): DeskItem | null {
  const [, name, id] = /^([a-z]+)-(\d{1,18})$/.exec(key) ?? [];
  const kind = DESK_KINDS.find((known) => known === name);
  return kind && id ? { kind, id } : null;
}

/** Where something stands on the desk, and which kind is looked through. */
export function deskAddress({ kind, item }: { kind: DeskKind | null; item: DeskItem | null }): string {
  const query = new URLSearchParams({ ...(kind ? { kind } : {}), ...(item ? { item: itemKey(item) } : {}) });
  return query.size > 0 ? `/moderation?${query}` : '/moderation';
}

/** The page that shows how a round was voted on. */
export function auditAddress(roundId: string): string {
  return `/moderation?round=${roundId}`;
}
