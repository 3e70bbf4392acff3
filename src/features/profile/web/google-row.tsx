import { useState } from 'react';
import { to } from '#core/pages.ts';
import { accountApi, type Me } from '#features/accounts/contract.ts';
import { googleLink } from '#features/accounts/web/google-link.ts';
import { me as ownAccount } from '#features/accounts/web/me.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSite } from '#web/ui/use-site.ts';

/** Shows whether a Google account is connected. Only if the site offers it, or the account is still connected. */
export function GoogleRow({ me }: { me: Me }) {
  const t = useT('account');
  const errorText = useErrorText();
  const { google: isOffered } = useSite();
  const [isBusy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    try {
      await call(accountApi.disconnectGoogle, {});
      await ownAccount.renew();
      toast(t('account.google_parted'));
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
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
        <Button small busy={isBusy} onClick={disconnect} aria-label={t('account.disconnect_google')}>
          {t('account.disconnect')}
        </Button>
      )}
    </li>
  );
}
