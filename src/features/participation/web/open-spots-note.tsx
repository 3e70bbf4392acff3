import type { StoryView } from '#features/stories/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { openSpots } from '../model/capacity.ts';
import { JoinSlot } from './join-slot.tsx';

/** “There is room for one more”, with a link to join. Empty if no one can join or apply. */
export function OpenSpotsNote({ story }: { story: StoryView }) {
  const t = useT('participation');
  const room = openSpots(story);
  if (room === 0) return null;
  return (
    <p className="soft">
      {Number.isFinite(room) ? t('participation.room', { count: room }) : t('participation.room_for_all')}{' '}
      <JoinSlot story={story} look="link" />
    </p>
  );
}
