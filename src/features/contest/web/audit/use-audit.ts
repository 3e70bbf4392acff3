import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { contestApi } from '../../contract.ts';

const auditKey = (roundId: string) => ['moderation', 'audit', roundId] as const;

/** The audit of a round. Refetched every minute, because votes keep coming in. */
export function useAudit(roundId: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: auditKey(roundId),
    queryFn: () => call(contestApi.audit, { roundId }),
    refetchInterval: MINUTE,
  });
}

/** Refetches the audit. */
export function useAuditAgain(roundId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: auditKey(roundId) });
}
