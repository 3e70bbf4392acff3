import { EndLoginPage } from '#features/accounts/web/end-login-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';

/** Where the email about a login from a new device leads. */
export default function EndLoginRoom() {
  const { query } = useAddress();
  return <EndLoginPage token={query.get('token') ?? ''} />;
}
