import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { accountApi } from '../contract.ts';

/** Under this key lies the member's own account, for whoever changes it. */
export const ME = ['me'] as const;

/** The member's own account. Needs a `QueryProvider` around it. */
export function useMe() {
  return useQuery({ queryKey: ME, queryFn: () => call(accountApi.info, {}) });
}
