import { useEffect } from 'react';
import { MemberReading } from '#features/reader/web/member-reading.tsx';
import { useStoryReading } from '#features/reader/web/reading-store.ts';
import { markRead } from '#web/boot/reading.ts';
import { REPLACED } from '#web/boot/replaced.ts';

/** Marks the choices of a branch that a member has read. The boot script does that for visitors. */
export function ReadWays({ storyId }: { storyId: string }) {
  const { read } = useStoryReading(storyId);
  useEffect(() => {
    const mark = () => markRead(read);
    mark();
    addEventListener(REPLACED, mark);
    return () => {
      removeEventListener(REPLACED, mark);
      markRead([]);
    };
  }, [read]);
  return <MemberReading storyId={storyId} />;
}
