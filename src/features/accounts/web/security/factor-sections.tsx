import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Me } from '../../contract.ts';
import { enrolmentToken } from './enrolment-token.ts';
import { FactorsRemoved } from './factors-removed.tsx';
import { LinkNeeded } from './link-needed.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { SecondStepSection } from './second-step-section.tsx';
import { TrustedDevices } from './trusted-devices.tsx';
import { useFactors } from './use-factors.ts';

/** The member’s passkeys, and the second step of their logins. `password`: the row of the password. */
export function FactorSections({ me, password }: { me: Me; password: ReactNode }) {
  const t = useT('security', 'accounts', 'proof', 'errors');
  const { data, isError, refetch } = useFactors();
  if (!data)
    return isError ? <LoadFailure sentence={t('security.load_failed')} onRetry={() => void refetch()} /> : <Spinner />;
  // Setting up the first factor then takes the link, and this page may have been opened by it.
  const isLocked = data.needsLink && enrolmentToken() === undefined;
  return (
    <>
      {data.removedAt !== null && <FactorsRemoved at={data.removedAt} />}
      {isLocked && <LinkNeeded me={me} />}
      <PasskeySection me={me} factors={data} isLocked={isLocked} />
      <SecondStepSection me={me} factors={data} isLocked={isLocked} password={password} />
      <TrustedDevices devices={data.trustedDevices} />
    </>
  );
}
