import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { SECOND } from '#core/time.ts';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const ASK_AGAIN = 4 * SECOND;

/** One list of the own profile, page by page. */
export function TabList<Item extends { id: string }>({
  name,
  load,
  moves,
  empty,
  row,
}: {
  name: string;
  load: (cursor: string | undefined) => Promise<Page<Item>>;
  /** True where something changes by itself within seconds, as the automatic check does. */
  moves?: (item: Item) => boolean;
  empty: ReactNode;
  row: (item: Item) => ReactNode;
}) {
  const t = useT('account');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', name],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      moves && state.data?.pages.some(({ items }) => items.some(moves)) ? ASK_AGAIN : false,
  });
  const items = data?.pages.flatMap((page) => page.items);
  if (!items) {
    if (!isError) return <Spinner />;
    return <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />;
  }
  if (items.length === 0) return empty;
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
