import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE, SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { examinationApi } from '../../contract-examination.ts';

const STATE = ['moderation', 'site-state'] as const;

/** How the site runs. Asks often while an examination is running. */
export function useSiteState() {
  return useQuery({
    queryKey: STATE,
    queryFn: () => call(examinationApi.state, {}),
    refetchInterval: ({ state: { data } }) => (data?.examination?.state === 'running' ? 2 * SECOND : MINUTE),
  });
}

/** Asks for an examination. Also if one is running, its result is shown when it is there. */
export function useExamine() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (what: { sendMail: boolean; tryRestore: boolean }) => call(examinationApi.examine, what),
    onSettled: () => client.invalidateQueries({ queryKey: STATE }),
  });
}
