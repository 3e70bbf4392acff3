import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { contestApi } from '../../contract.ts';

const auditKey = (roundId: string) => ['moderation', 'audit', roundId] as const;

/** How a round is voted on; asked for again each minute, since others vote meanwhile. */
export function useAudit(roundId: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: auditKey(roundId),
    queryFn: () => call(contestApi.audit, { roundId }),
    refetchInterval: MINUTE,
  });
}

/** Asks for it anew. */
export function useAuditAgain(roundId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: auditKey(roundId) });
}
