import { useState } from 'react';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { factorApi, type Passkey } from '../../contract-factors.ts';
import { passkeyName } from '../../model/second-factor.ts';
import { useFactorsChanged } from './use-factors.ts';

const RULES = { name: passkeyName };

/** Dialog for another name of a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT('security', 'errors');
  const changed = useFactorsChanged();
  const [name, setName] = useState(passkey.name);
  const form = useApiForm({
    rules: RULES,
    values: { name },
    send: async (sent) => {
      await call(factorApi.renamePasskey, { passkeyId: passkey.id, ...sent });
      await changed();
      onClose();
    },
  });
  return (
    <Dialog title={t('security.rename_passkey')} onClose={onClose}>
      <ApiForm form={form} act={t('common.save')} onCancel={onClose}>
        <TextField
          {...form.fields.of('name')}
          label={t('security.name')}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </ApiForm>
    </Dialog>
  );
}
