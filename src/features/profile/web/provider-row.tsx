import { useState } from 'react';
import { to } from '#core/pages.ts';
import type { Provider } from '#core/providers.ts';
import type { Me } from '#features/accounts/contract.ts';
import type { Proof } from '#features/accounts/contract-proof.ts';
import { providerApi } from '#features/accounts/contract-providers.ts';
import { me as ownAccount } from '#features/accounts/web/me.ts';
import { ProofDialog } from '#features/accounts/web/proof-dialog.tsx';
import { providerLink } from '#features/accounts/web/provider-link.ts';
import { useProviderName } from '#features/accounts/web/use-provider-name.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSite } from '#web/ui/use-site.ts';

/** Shows whether a provider is connected. Only if the site offers it, or the account is still connected. */
export function ProviderRow({ me, provider }: { me: Me; provider: Provider }) {
  const t = useT('account');
  const site = useSite();
  const isConnected = me[provider];
  const isOffered = provider === 'google' ? site.google : site.openid !== null;
  const texts = useTexts(provider);
  const [isAsked, setAsked] = useState(false);
  // Another provider is no proof here: what this one returns would be lost on the way.
  const canConnect = me.proofs.some((kind) => kind !== 'provider' && kind !== 'openid');
  if (!isOffered && !isConnected) return null;
  const alone = provider === 'google' ? 'account.google_alone' : 'account.provider_alone';
  const on = me.hasPassword ? 'account.google_on' : alone;
  const off = canConnect ? 'account.google_off' : 'account.provider_needs';
  return (
    <li>
      <div>
        <b>{texts.name}</b>
        <p>{t(isConnected ? on : off)}</p>
      </div>
      {!isConnected && canConnect && (
        <AnchorButton
          small
          href={providerLink({ provider, from: to.profile(), connects: true })}
          aria-label={texts.connect}
        >
          {t('account.connect')}
        </AnchorButton>
      )}
      {isConnected && me.hasPassword && (
        <Button small onClick={() => setAsked(true)} aria-label={texts.disconnect}>
          {t('account.disconnect')}
        </Button>
      )}
      {isAsked && <Disconnect me={me} provider={provider} onClose={() => setAsked(false)} />}
    </li>
  );
}

function useTexts(provider: Provider) {
  const t = useT('account');
  const name = useProviderName()(provider);
  const isGoogle = provider === 'google';
  return {
    name,
    connect: isGoogle ? t('account.connect_google') : t('account.connect_provider', { provider: name }),
    disconnect: isGoogle ? t('account.disconnect_google') : t('account.disconnect_provider', { provider: name }),
    parted: isGoogle ? t('account.google_parted') : t('account.provider_parted', { provider: name }),
  };
}

function Disconnect({ me, provider, onClose }: { me: Me; provider: Provider; onClose: () => void }) {
  const t = useT('account', 'proof');
  const { disconnect, parted } = useTexts(provider);
  const act = provider === 'google' ? providerApi.disconnectGoogle : providerApi.disconnectOpenid;
  const send = async (proof: Proof) => {
    await call(act, { proof });
    await ownAccount.renew();
    toast(parted);
  };
  return (
    <ProofDialog
      title={disconnect}
      text={t('proof.disconnect_text')}
      label={t('account.disconnect')}
      act={act.path}
      kinds={me.proofs}
      send={send}
      onClose={onClose}
    />
  );
}
