import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { factorApi } from '../../contract-factors.ts';
import { me } from '../me.ts';

export const FACTORS = ['account', 'factors'] as const;

/** What the member has set up. */
export function useFactors() {
  return useQuery({ queryKey: FACTORS, queryFn: () => call(factorApi.factors, {}) });
}

/** Returns a function that loads what has changed, also whether the member’s rights rest. */
export function useFactorsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: FACTORS }), me.renew()]);
  };
}
