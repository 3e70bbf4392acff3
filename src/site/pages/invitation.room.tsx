import { InvitationPage } from '#features/participation/web/invitation-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';

/** Where an invitation link leads. */
export default function InvitationRoom() {
  const { query } = useAddress();
  return <InvitationPage token={query.get('token') ?? ''} />;
}
