import { Eye, EyeOff } from 'lucide';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#features/accounts/model/account-limits.ts';
import { isCommonPassword } from '#features/accounts/model/common-passwords.ts';
import {
  givenPassword,
  newPassword,
  PASSWORD_PARTS,
  type PasswordPart,
  passwordParts,
} from '#features/accounts/model/password.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFieldText } from '#web/i18n/field-text.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account-settings.module.css';
import { resolverOf } from './form-resolver.ts';

interface Values {
  oldPassword: string;
  newPassword: string;
}
const FIELDS = ['oldPassword', 'newPassword'] as const;

const SCHEMA = z
  .object({ oldPassword: givenPassword, newPassword })
  .check(
    z.refine((values) => values.oldPassword !== values.newPassword, { error: 'password_same', path: ['newPassword'] }),
  );

/** A new password for who knows the old one; the other sessions end (spec §5, product §3). */
export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT('account');
  const fieldText = useFieldText();
  const errorText = useErrorText();
  const [isShown, setShown] = useState(false);
  const { register, handleSubmit, watch, setError, formState } = useForm<Values>({
    defaultValues: { oldPassword: '', newPassword: '' },
    resolver: resolverOf(SCHEMA, fieldText),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = formState;
  const save = async (values: Values) => {
    try {
      await call(accountApi.updatePassword, values);
      toast(t('account.password_changed'));
      onClose();
    } catch (error) {
      const wrong = error instanceof ApiError ? FIELDS.filter((field) => error.fields[field]) : [];
      if (!(error instanceof ApiError) || wrong.length === 0) return toast(errorText(error));
      for (const [i, field] of wrong.entries())
        setError(field, { message: error.fields[field]! }, { shouldFocus: i === 0 });
    }
  };
  const type = isShown ? 'text' : 'password';
  return (
    <Dialog title={t('account.change_password')} onClose={onClose}>
      <form className={styles.stack} noValidate onSubmit={handleSubmit(save)}>
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={t('account.old_password')}
          type={type}
          autoComplete="current-password"
          error={errors.oldPassword?.message}
          {...register('oldPassword')}
        />
        <TextField
          label={t('account.new_password')}
          type={type}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          after={
            <Button
              kind="icon"
              aria-pressed={isShown}
              aria-label={t('account.show_password')}
              onClick={() => setShown(!isShown)}
            >
              <Icon of={isShown ? EyeOff : Eye} />
            </Button>
          }
          {...register('newPassword')}
        />
        <Parts password={watch('newPassword')} />
        <p className="small soft">{t('account.password_help')}</p>
        <DialogActs>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            {t('account.change_password')}
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  );
}

const SAY_PAUSE = 1000;

/** What a password needs, and which of it is there; read out on a pause, not at each key. */
function Parts({ password }: { password: string }) {
  const t = useT('account', 'errors');
  const list = new Intl.ListFormat(LANGUAGE_TAGS[useLanguage()], { style: 'narrow', type: 'conjunction' });
  const parts = passwordParts(password);
  const names: Record<PasswordPart, string> = {
    length: t('account.part_length', { min: PASSWORD_MIN, max: PASSWORD_MAX }),
    lowercase: t('account.part_lowercase'),
    uppercase: t('account.part_uppercase'),
    digit: t('account.part_digit'),
  };
  const missing = PASSWORD_PARTS.filter((part) => !parts[part]);
  const sentence =
    password === ''
      ? ''
      : missing.length === 0
        ? isCommonPassword(password)
          ? t('field.password_too_common')
          : t('account.parts_done')
        : t('account.parts_missing', { parts: list.format(missing.map((part) => names[part])) });
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(sentence), SAY_PAUSE);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <>
      <ul className={styles.parts}>
        {PASSWORD_PARTS.map((part) => (
          <li key={part} className={parts[part] ? styles.done : undefined}>
            <span className={styles.knot} aria-hidden="true" />
            <span>
              {names[part]}
              {parts[part] && <span className="hide">{t('account.part_done')}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="hide" role="status">
        {spoken}
      </p>
    </>
  );
}
