import { useState } from 'react';
import { to } from '#core/pages.ts';
import { accountApi, type Me } from '#features/accounts/contract.ts';
import type { Proof } from '#features/accounts/contract-proof.ts';
import { googleLink } from '#features/accounts/web/google-link.ts';
import { me as ownAccount } from '#features/accounts/web/me.ts';
import { ProofDialog } from '#features/accounts/web/proof-dialog.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSite } from '#web/ui/use-site.ts';

/** Shows whether a Google account is connected. Only if the site offers it, or the account is still connected. */
export function GoogleRow({ me }: { me: Me }) {
  const t = useT('account', 'proof');
  const { google: isOffered } = useSite();
  const [isAsked, setAsked] = useState(false);
  const disconnect = async (proof: Proof) => {
    await call(accountApi.disconnectGoogle, { proof });
    await ownAccount.renew();
    toast(t('account.google_parted'));
  };
  if (!isOffered && !me.google) return null;
  return (
    <li>
      <div>
        <b>Google</b>
        <p>{t(me.google ? (me.hasPassword ? 'account.google_on' : 'account.google_alone') : 'account.google_off')}</p>
      </div>
      {!me.google && (
        <AnchorButton
          small
          href={googleLink({ from: to.profile(), connects: true })}
          aria-label={t('account.connect_google')}
        >
          {t('account.connect')}
        </AnchorButton>
      )}
      {me.google && me.hasPassword && (
        <Button small onClick={() => setAsked(true)} aria-label={t('account.disconnect_google')}>
          {t('account.disconnect')}
        </Button>
      )}
      {isAsked && (
        <ProofDialog
          title={t('account.disconnect_google')}
          text={t('proof.disconnect_text')}
          label={t('account.disconnect')}
          act={accountApi.disconnectGoogle.path}
          kinds={me.proofs}
          send={disconnect}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
