import { useState } from 'react';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSite } from '#web/ui/use-site.ts';
import type { Me } from '../../contract.ts';
import { factorApi } from '../../contract-factors.ts';
import { passkeyName } from '../../model/second-factor.ts';
import { createPasskey, unusedPasskey } from '../passkey.ts';
import { ProofFields, useProof } from '../proof-fields.tsx';
import { withEnrolment } from './enrolment-token.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useFactorsChanged } from './use-factors.ts';

/** Adds a passkey of this device. The first factor comes with recovery codes, which are shown only now. */
export function AddPasskey({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useT('security', 'proof', 'errors');
  const { name: site } = useSite();
  const changed = useFactorsChanged();
  const [name, setName] = useState(t('security.this_device'));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const proof = useProof(me.proofs, factorApi.beginPasskey.path);
  const form = useApiForm({
    rules: { name: passkeyName, ...proof.rules },
    values: { name, ...proof.values },
    refused: unusedPasskey(t('proof.passkey_unused')),
    send: async (sent) => {
      const given = await proof.give();
      if (!given) return;
      const challenge = await call(factorApi.beginPasskey, { proof: given, ...withEnrolment() });
      const answer = await createPasskey(challenge);
      const { recoveryCodes } = await call(factorApi.addPasskey, { token: challenge.token, name: sent.name, answer });
      await changed();
      toast(t('security.passkey_added'));
      if (recoveryCodes) setCodes(recoveryCodes);
      else onClose();
    },
  });
  if (codes)
    return (
      <Dialog title={t('security.codes_title')} onClose={onClose} wide>
        <RecoveryCodes codes={codes} label={t('security.done')} onSaved={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={t('security.add_passkey')} onClose={onClose}>
      <ApiForm form={form} act={t('security.create_passkey')} onCancel={onClose}>
        <p>{t('security.add_passkey_text', { site })}</p>
        <TextField
          {...form.fields.of('name')}
          label={t('security.name')}
          help={t('security.name_help')}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <ProofFields proof={proof} fields={form.fields} />
      </ApiForm>
    </Dialog>
  );
}
