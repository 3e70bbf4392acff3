import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { storyApi } from '../../contract.ts';
import { ShareSheet } from './later-share-sheet.ts';

/** Shares the page of a story. Its picture for other sites is its cover, so it needs no card. */
export function ShareStoryDialog({ storyId, ...rest }: { storyId: string; onClose: () => void }) {
  const load = async () => ({ title: (await call(storyApi.detail, { storyId })).title, card: null });
  return <ShareSheet id={`story-${storyId}`} path={to.story({ storyId })} load={load} {...rest} />;
}
