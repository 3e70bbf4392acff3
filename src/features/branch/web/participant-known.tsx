import { useEffect } from 'react';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { QueryProvider } from '#web/api/query.tsx';

interface Props {
  storyId: string;
  /** Called when the reader is known to be a participant of this story. */
  onKnown: () => void;
}

/** Asks whether a member is a participant, for stories that not everyone can write in. */
export function ParticipantKnown(props: Props) {
  return (
    <QueryProvider>
      <Ask {...props} />
    </QueryProvider>
  );
}

function Ask({ storyId, onKnown }: Props) {
  const { data } = useStoryViewer(storyId);
  const isIn = data?.membership.isParticipant ?? false;
  useEffect(() => {
    if (isIn) onKnown();
  }, [isIn, onKnown]);
  return null;
}
