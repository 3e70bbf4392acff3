import { useState } from 'react';
import { accountApi } from '#features/accounts/contract.ts';
import { email } from '#features/accounts/model/identity.ts';
import { givenPassword } from '#features/accounts/model/password.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';

const RULES = { email, password: givenPassword };

/** Dialog for a new email address, which takes effect once the emailed link is confirmed. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const t = useT('account');
  const [values, setValues] = useState({ email: '', password: '' });
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const form = useApiForm({
    rules: RULES,
    values,
    showsWhenLeft: true,
    failsIn: 'toast',
    send: async (sent) => {
      await call(accountApi.askEmailChange, sent);
      toast(t('account.email_sent', { email: sent.email }));
      onClose();
    },
  });
  return (
    <Dialog title={t('account.change_email')} onClose={onClose}>
      <ApiForm form={form} act={t('account.send_link')} onCancel={onClose}>
        <TextField
          {...form.fields.of('email')}
          label={t('account.new_email')}
          type="email"
          autoComplete="email"
          value={values.email}
          onChange={({ target }) => change({ email: target.value })}
        />
        <TextField
          {...form.fields.of('password')}
          label={t('account.old_password')}
          type="password"
          autoComplete="current-password"
          value={values.password}
          onChange={({ target }) => change({ password: target.value })}
        />
        <p className="small soft">{t('account.email_help')}</p>
      </ApiForm>
    </Dialog>
  );
}
