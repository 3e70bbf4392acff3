import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Me } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';
import { ProofDialog } from '../proof-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorsChanged } from './use-factors.ts';

/** Makes new recovery codes and shows them once. The old ones no longer work then. */
export function NewCodes({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useT('security', 'errors');
  const changed = useFactorsChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes)
    return (
      <Dialog title={t('security.codes_title')} onClose={onClose} wide>
        <RecoveryCodes codes={codes} label={t('security.done')} onSaved={onClose} />
      </Dialog>
    );
  return (
    <ProofDialog
      title={t('security.new_codes')}
      text={t('security.new_codes_text')}
      label={t('security.make_codes')}
      act={factorApi.newRecoveryCodes.path}
      kinds={me.proofs}
      send={async (proof) => {
        const made = await call(factorApi.newRecoveryCodes, { proof });
        await changed();
        setCodes(made.recoveryCodes);
      }}
      onClose={onClose}
    />
  );
}
