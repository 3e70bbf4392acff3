import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './own-work.module.css';
import list from './story-list.module.css';

/** A list below the tabs of the own profile, page by page; it is there while it holds anything. */
export function OwnSection<Item>({
  name,
  title,
  load,
  row,
}: {
  /** What it is kept under. */
  name: readonly string[];
  title: string;
  load: (cursor: string | undefined) => Promise<Page<Item>>;
  row: (item: Item) => ReactNode;
}) {
  const t = useT('account');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', ...name],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  });
  if (isError && !data)
    return (
      <Section title={title}>
        <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />
      </Section>
    );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <div>
        <ul className={classNames(list.rows, styles.rows)}>{items.map(row)}</ul>
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('account.load_more')}
          </Button>
        )}
      </div>
    </Section>
  );
}
