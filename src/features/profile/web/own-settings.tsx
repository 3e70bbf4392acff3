import type { Me } from '#features/accounts/contract.ts';
import { AccountSettings } from './account-settings.tsx';
import { SignedInOn } from './signed-in-on.tsx';

/** The settings of the account, and where it is logged in. */
export function OwnSettings({ me }: { me: Me }) {
  return (
    <>
      <AccountSettings me={me} />
      <SignedInOn />
    </>
  );
}
