import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { caseApi } from '../contract-cases.ts';

export const OWN_RESTRICTIONS = ['user', 'restrictions'] as const;

/** What was decided against the caller: a member, or the holder of the token that a restricted one was refused with. */
export function useOwnRestrictions(token: string | null = null) {
  return useQuery({
    queryKey: [...OWN_RESTRICTIONS, token],
    queryFn: () => call(caseApi.ownRestrictions, {}, token === null ? {} : { token }),
  });
}
