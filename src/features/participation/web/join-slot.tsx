import type { StoryView } from '#features/stories/contract.ts';
import { Slot } from '#web/page/slot.tsx';
import { openSpots } from '../model/capacity.ts';
import { JoinButton } from './join-button.tsx';
import type { JoinLook } from './join-look.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    join: JoinLook & { hasRoom: boolean };
  }
}

/** “Apply to join”, or “Join” if joining is open. Visitors log in first and return here. */
export function JoinSlot({ story, look, label }: Omit<JoinLook, 'story'> & { story: StoryView }) {
  const { id, joinPolicy, creator } = story;
  const hasRoom = openSpots(story) > 0;
  return (
    <Slot
      name="join"
      props={{ story: { id, joinPolicy, creatorName: creator.username }, look, label, hasRoom }}
      inline={look === 'link'}
    >
      {hasRoom && <JoinButton look={look} label={label} isOpen={joinPolicy === 'open'} className="for-visitors" />}
    </Slot>
  );
}
