import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { OwnProfile } from '#features/profile/web/own-profile.tsx';
import type { RoomProps } from '../page.ts';

export default function ProfileRoom({ title }: RoomProps<'profile'>) {
  return (
    <MembersOnly title={title}>
      <OwnProfile />
    </MembersOnly>
  );
}
