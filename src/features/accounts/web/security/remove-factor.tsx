import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Me } from '../../contract.ts';
import { factorApi, type Passkey } from '../../contract-factors.ts';
import { ProofDialog } from '../proof-dialog.tsx';
import { useFactorsChanged } from './use-factors.ts';

/** Asks before a passkey is removed. */
export function RemovePasskey({
  me,
  passkey,
  isLast,
  onClose,
}: {
  me: Me;
  passkey: Passkey;
  isLast: boolean;
  onClose: () => void;
}) {
  const t = useT('security', 'errors');
  const changed = useFactorsChanged();
  return (
    <ProofDialog
      title={t('security.remove_passkey')}
      text={t(isLast ? 'security.remove_last_passkey_text' : 'security.remove_passkey_text', { name: passkey.name })}
      label={t('security.remove')}
      act={factorApi.removePasskey.path}
      kinds={me.proofs}
      send={async (proof) => {
        await call(factorApi.removePasskey, { passkeyId: passkey.id, proof });
        await changed();
        toast(t('security.passkey_removed'));
      }}
      onClose={onClose}
    />
  );
}

/** Asks before the authenticator app is removed. */
export function RemoveTotp({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useT('security', 'errors');
  const changed = useFactorsChanged();
  return (
    <ProofDialog
      title={t('security.remove_app')}
      text={t('security.remove_app_text')}
      label={t('security.remove')}
      act={factorApi.removeTotp.path}
      kinds={me.proofs}
      send={async (proof) => {
        await call(factorApi.removeTotp, { proof });
        await changed();
        toast(t('security.app_removed'));
      }}
      onClose={onClose}
    />
  );
}
