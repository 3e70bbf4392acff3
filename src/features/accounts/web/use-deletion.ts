import { useQuery } from '@tanstack/react-query';
import { SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';

export const DELETION = ['account', 'leaving'] as const;
const WHILE_MADE = 5 * SECOND;

/** How leaving and the export stand; of the member, or of who holds this token. */
export function useDeletion(token?: string) {
  return useQuery({
    queryKey: DELETION,
    queryFn: () => call(accountDeletionApi.preview, {}, withToken(token)),
    // A file that is being made turns up by itself.
    refetchInterval: ({ state }) => (state.data?.export.state === 'making' ? WHILE_MADE : false),
  });
}

export function withToken(token: string | undefined): { token?: string } {
  return token === undefined ? {} : { token };
}
