import { call } from '#web/api/client.ts';
import { queryClient } from '#web/api/query.tsx';
import { storyApi } from '../contract.ts';

/** Brings a deleted story back. The lists of one's own stories are asked for anew either way: they may no longer be true. */
export async function undeleteStory(storyId: string): Promise<void> {
  try {
    await call(storyApi.undelete, { storyId });
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['own'] });
  }
}
