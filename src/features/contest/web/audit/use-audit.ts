import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

export function useDisqualify(roundId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { submissionId: string; reason: string }) => call(contestApi.disqualify, input),
    // Also when it is refused: then it is no longer what was looked at.
    onSettled: () => client.invalidateQueries({ queryKey: auditKey(roundId) }),
  });
}
