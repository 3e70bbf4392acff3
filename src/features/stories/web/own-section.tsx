import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { Section } from '#web/ui/section.tsx';
import { OwnRows, useOwnPages } from './own-list.tsx';

/** A list below the tabs of the member’s own profile. Hidden while it is empty, unless loading failed. */
export function OwnSection<Item>({
  name,
  title,
  load,
  row,
}: {
  /** The query key. */
  name: readonly string[];
  title: string;
  load: (cursor: string | undefined) => Promise<Page<Item>>;
  row: (item: Item) => ReactNode;
}) {
  const pages = useOwnPages({ name, load });
  if (pages.items ? pages.items.length === 0 : !pages.isError) return null;
  return (
    <Section title={title}>
      <OwnRows pages={pages} row={row} />
    </Section>
  );
}
