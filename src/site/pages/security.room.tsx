import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { SecurityPage } from '#features/profile/web/security-page.tsx';
import type { RoomProps } from '../page.ts';

export default function SecurityRoom({ title }: RoomProps<'security'>) {
  return (
    <MembersOnly title={title}>
      <SecurityPage />
    </MembersOnly>
  );
}
