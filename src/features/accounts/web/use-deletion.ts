import { useQuery } from '@tanstack/react-query';
import { SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';

export const DELETION = ['account', 'leaving'] as const;
const WHILE_MADE = 5 * SECOND;

/**
 * Returns the state of the deletion and the export: the logged-in member’s, or those of the member the token is for.
 */
export function useDeletion(token?: string) {
  return useQuery({
    queryKey: DELETION,
    queryFn: () => call(accountDeletionApi.preview, {}, withToken(token)),
    // Polls while a file is being made.
    refetchInterval: ({ state }) => (state.data?.export.state === 'making' ? WHILE_MADE : false),
  });
}

export function withToken(token: string | undefined): { token?: string } {
  return token === undefined ? {} : { token };
}
