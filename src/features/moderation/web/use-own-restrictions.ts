import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { caseApi } from '../contract-cases.ts';

export const OWN_RESTRICTIONS = ['user', 'restrictions'] as const;

/**
 * The decisions about the caller: a member, or a suspended or banned one with the token from the response that refused
 * them.
 */
export function useOwnRestrictions(token: string | null = null) {
  return useQuery({
    queryKey: [...OWN_RESTRICTIONS, token],
    queryFn: () => call(caseApi.ownRestrictions, {}, token === null ? {} : { token }),
  });
}
