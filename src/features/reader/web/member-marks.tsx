import { Suspense } from 'react';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { later } from '#web/ui/later.tsx';

const MemberReading = later(() => import('./member-reading.tsx').then((m) => m.MemberReading));

/** Fetches what a member has read of the story, for the components that show it. Does nothing for visitors. */
export function MemberMarks({ storyId }: { storyId: string }) {
  const signedIn = useSignedIn();
  return <Suspense>{signedIn && <MemberReading storyId={storyId} />}</Suspense>;
}
