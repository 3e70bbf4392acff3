import type { StoryDraft } from '#features/stories/contract.ts';
import { useModes } from '#features/stories/web/modes.ts';
import { InviteUsers } from './invite-users.tsx';

/** The button to invite users to a story that was just published. */
export function InviteToPublished({ story: { id, title, mode } }: { story: StoryDraft }) {
  const { isShared } = useModes()[mode];
  return isShared && <InviteUsers storyId={id} title={title} />;
}
