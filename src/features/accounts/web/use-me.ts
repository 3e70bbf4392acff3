import { useQuery } from '@tanstack/react-query';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { accountApi } from '../contract.ts';

export const ME = ['account', 'me'] as const;

/** The member's own account. For members alone: whoever shows it is shown to members alone. */
export function useMe() {
  return useQuery({ queryKey: ME, queryFn: () => call(accountApi.info, {}), staleTime: 5 * MINUTE });
}
