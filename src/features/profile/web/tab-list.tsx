import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { OwnRows, useOwnPages } from '#features/stories/web/own-list.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** One list of the member’s own profile, in pages. */
export function TabList<Item extends { id: string }>({
  name,
  load,
  moves,
  empty,
  row,
}: {
  name: string;
  load: (cursor: string | undefined) => Promise<Page<Item>>;
  /** True if the item will change within seconds without any action, like a text in the automatic check. */
  moves?: (item: Item) => boolean;
  empty: ReactNode;
  row: (item: Item) => ReactNode;
}) {
  const pages = useOwnPages({ name: [name], load, moves });
  if (!pages.items && !pages.isError) return <Spinner />;
  return pages.items?.length === 0 ? empty : <OwnRows pages={pages} row={row} />;
}
