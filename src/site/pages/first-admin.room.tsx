import { FirstAdministratorPage } from '#features/accounts/web/first-administrator-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';

/** Where the link in the log of a site without an administrator leads. */
export default function FirstAdminRoom() {
  const { query } = useAddress();
  return <FirstAdministratorPage token={query.get('token') ?? ''} />;
}
