import type { ComponentProps } from 'react';
import { InviteSlot } from '#features/profile/web/invite-slot.tsx';
import { UserPage } from '#features/profile/web/user-page.tsx';

type Props = Omit<ComponentProps<typeof UserPage>, 'actions'>;

export default function UserView({ user, shown }: Props) {
  return <UserPage user={user} shown={shown} actions={<InviteSlot user={user} />} />;
}
