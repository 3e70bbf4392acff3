import { to } from '#core/pages.ts';
import { openSpots } from '#features/participation/model/capacity.ts';
import type { StoryView } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import type { RoundView } from '../contract.ts';
import type { RoundRef } from './use-round-viewer.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'write-entry': { round: RoundRef };
  }
}

/** Link to the reader’s entry while the round is open for entries. If joining is open, anyone can use it. */
export function WriteEntry({ story, round: { id, storyId } }: { story: StoryView; round: RoundView }) {
  const t = useT('contest');
  return (
    <Slot name="write-entry" props={{ round: { id, storyId } }}>
      {story.joinPolicy === 'open' && openSpots(story) > 0 && (
        <ButtonLink kind="primary" data-grants="enter write" to={to.editSubmission({ storyId, roundId: id })}>
          {t('contest.join_and_write')}
        </ButtonLink>
      )}
    </Slot>
  );
}
