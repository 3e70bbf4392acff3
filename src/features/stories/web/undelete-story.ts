import { call } from '#web/api/client.ts';
import { queryClient } from '#web/api/query.tsx';
import { storyApi } from '../contract.ts';

/** Restores a deleted story. Refetches the member's story lists even if that fails, because they may be outdated. */
export async function undeleteStory(storyId: string): Promise<void> {
  try {
    await call(storyApi.undelete, { storyId });
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['own'] });
  }
}
