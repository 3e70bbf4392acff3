import { lazy } from 'react';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import type { RoomProps } from '../page.ts';

const OwnProfile = lazy(() => import('#features/profile/web/own-profile.tsx').then((m) => ({ default: m.OwnProfile })));

export default function ProfileRoom({ title }: RoomProps<'profile'>) {
  return (
    <MembersOnly title={title}>
      <OwnProfile />
    </MembersOnly>
  );
}
