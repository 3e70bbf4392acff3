import { lazy, Suspense } from 'react';
import type { PublicUser } from '#features/accounts/contract.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';

const InviteToStory = lazy(() => import('./invite-to-story.tsx').then((m) => ({ default: m.InviteToStory })));

/** "Invite to a story", for members who have begun one that takes others in. */
export function InviteSlot({ user }: { user: Pick<PublicUser, 'id' | 'username'> }) {
  const signedIn = useSignedIn();
  if (!signedIn || user.username === null) return null;
  return (
    <Suspense>
      <InviteToStory userId={user.id} name={user.username} />
    </Suspense>
  );
}
