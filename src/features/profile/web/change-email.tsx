import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { accountApi } from '#features/accounts/contract.ts';
import { email } from '#features/accounts/model/identity.ts';
import { givenPassword } from '#features/accounts/model/password.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFieldText } from '#web/i18n/field-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account-settings.module.css';
import { resolverOf } from './form-resolver.ts';

const SCHEMA = z.object({ email, password: givenPassword });
const FIELDS = ['email', 'password'] as const;

/** Asks for another address of the account; it holds once the link that goes there is opened. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const t = useT('account');
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: '', password: '' },
    resolver: resolverOf(SCHEMA, fieldText),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const save = async (values: { email: string; password: string }) => {
    try {
      await call(accountApi.askEmailChange, values);
      toast(t('account.email_sent', { email: values.email }));
      onClose();
    } catch (error) {
      const wrong = error instanceof ApiError ? FIELDS.filter((field) => error.fields[field]) : [];
      if (!(error instanceof ApiError) || wrong.length === 0) return toast(errorText(error));
      for (const [i, field] of wrong.entries())
        setError(field, { message: error.fields[field]! }, { shouldFocus: i === 0 });
    }
  };
  return (
    <Dialog title={t('account.change_email')} onClose={onClose}>
      <form className={styles.stack} noValidate onSubmit={handleSubmit(save)}>
        <TextField
          label={t('account.new_email')}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label={t('account.old_password')}
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <p className="small soft">{t('account.email_help')}</p>
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            {t('account.send_link')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}
