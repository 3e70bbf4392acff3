import { useQuery } from '@tanstack/react-query';
import { SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { leavingApi } from '../contract-account-deletion.ts';

export const LEAVING = ['account', 'leaving'] as const;
const WHILE_MADE = 5 * SECOND;

/** How leaving and the export stand; of the member, or of who holds this token. */
export function useLeaving(token?: string) {
  return useQuery({
    queryKey: LEAVING,
    queryFn: () => call(leavingApi.leaving, {}, withToken(token)),
    // A file that is being made turns up by itself.
    refetchInterval: ({ state }) => (state.data?.export.state === 'making' ? WHILE_MADE : false),
  });
}

export function withToken(token: string | undefined): { token?: string } {
  return token === undefined ? {} : { token };
}
