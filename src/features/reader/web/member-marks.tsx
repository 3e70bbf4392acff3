import { Suspense } from 'react';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { later } from '#web/ui/later.tsx';

const MemberReading = later(() => import('./member-reading.tsx').then((m) => m.MemberReading));

/** What a member has read of the story is kept on the server: with this it is fetched for whatever shows it. */
export function MemberMarks({ storyId }: { storyId: string }) {
  const signedIn = useSignedIn();
  return <Suspense>{signedIn && <MemberReading storyId={storyId} />}</Suspense>;
}
