import { Eye, EyeOff } from 'lucide';
import { useEffect, useState } from 'react';
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
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './account-settings.module.css';

/** Returns the rules of both fields. The new password must differ from `oldPassword`. */
const rulesBeside = (oldPassword: string) => ({
  oldPassword: givenPassword,
  newPassword: {
    ...newPassword,
    problem: (password: string) =>
      newPassword.problem(password) ?? (password === oldPassword ? { code: 'password_same' } : null),
  },
});

/** Dialog for a new password. Requires the old one, and ends all other sessions (spec §5, product §3). */
export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT('account');
  const [isShown, setShown] = useState(false);
  const [values, setValues] = useState({ oldPassword: '', newPassword: '' });
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const form = useApiForm({
    rules: rulesBeside(values.oldPassword),
    values,
    showsWhenLeft: true,
    failsIn: 'toast',
    send: async (sent) => {
      await call(accountApi.updatePassword, sent);
      toast(t('account.password_changed'));
      onClose();
    },
  });
  const type = isShown ? 'text' : 'password';
  return (
    <Dialog title={t('account.change_password')} onClose={onClose}>
      <ApiForm form={form} act={t('account.change_password')} onCancel={onClose}>
        {/* Tells password managers which account it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          {...form.fields.of('oldPassword')}
          label={t('account.old_password')}
          type={type}
          autoComplete="current-password"
          value={values.oldPassword}
          onChange={({ target }) => change({ oldPassword: target.value })}
        />
        <TextField
          {...form.fields.of('newPassword')}
          label={t('account.new_password')}
          type={type}
          autoComplete="new-password"
          value={values.newPassword}
          onChange={({ target }) => change({ newPassword: target.value })}
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
        />
        <Parts password={values.newPassword} />
        <p className="small soft">{t('account.password_help')}</p>
      </ApiForm>
    </Dialog>
  );
}

const SAY_PAUSE = 1000;

/** Shows the requirements and which are met. Announced after a pause in typing, not at each key. */
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
