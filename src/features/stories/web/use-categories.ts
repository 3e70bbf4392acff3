import { useQuery } from '@tanstack/react-query';
import { HOUR } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { useLanguage } from '#web/i18n/i18n.tsx';
import { type Category, categoryApi } from '../contract-categories.ts';

const NONE: readonly Category[] = [];

/** The categories with their names. Empty while they are loading. */
export function useCategories(): readonly Category[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['categories', language],
    queryFn: () => call(categoryApi.list, {}),
    staleTime: HOUR,
  });
  return data ?? NONE;
}
