import type { ComponentProps } from 'react';
import type { FoundStory } from '#features/discovery/contract.ts';
import { searchPath } from '#features/discovery/web/search-address.ts';
import { SearchPage } from '#features/discovery/web/search-page.tsx';
import { SearchBox } from '../layout/search-box.tsx';

type Props = Omit<ComponentProps<typeof SearchPage>, 'stories' | 'next' | 'box'> & {
  page: { items: readonly FoundStory[]; next: string | null };
};

export default function SearchView({ page, ...asked }: Props) {
  const { query } = asked;
  const box = <SearchBox key={searchPath(query)} id="search-here" words={query.q ?? ''} isPart />;
  return <SearchPage stories={page.items} next={page.next} box={box} {...asked} />;
}
