import { LoginLinkPage } from '#features/accounts/web/login-link-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';

/** Where the emailed link to log in with leads. */
export default function LoginLinkRoom() {
  const { query } = useAddress();
  return <LoginLinkPage token={query.get('token') ?? ''} />;
}
