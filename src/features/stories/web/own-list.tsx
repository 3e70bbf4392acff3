import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import styles from './own-work.module.css';
import list from './story-list.module.css';

const ASK_AGAIN = 4 * SECOND;

interface Asked<Item> {
  /** The query key. */
  name: readonly string[];
  load: (cursor: string | undefined) => Promise<Page<Item>>;
  /** True if an item can change by itself within seconds, for example during the automatic check. */
  moves?: ((item: Item) => boolean) | undefined;
}

type OwnPages<Item> = Pick<
  UseInfiniteQueryResult,
  'isError' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
> & { items: Item[] | undefined };

/** Loads a list of the member’s own profile page by page. No items until the first page has loaded. */
export function useOwnPages<Item>({ name, load, moves }: Asked<Item>): OwnPages<Item> {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', ...name],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      moves && state.data?.pages.some(({ items }) => items.some(moves)) ? ASK_AGAIN : false,
  });
  const items = data?.pages.flatMap((page) => page.items);
  return { items, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage };
}

/** The rows of the list and a button for more, or an error message. */
export function OwnRows<Item>({
  pages: { items, refetch, hasNextPage, fetchNextPage, isFetchingNextPage },
  row,
}: {
  pages: OwnPages<Item>;
  row: (item: Item) => ReactNode;
}) {
  const t = useT('account');
  if (!items) return <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />;
  return (
    <div>
      <ul className={classNames(list.rows, styles.rows)}>{items.map(row)}</ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('account.load_more')}
        </Button>
      )}
    </div>
  );
}
