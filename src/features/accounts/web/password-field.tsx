import { Eye, EyeOff } from 'lucide';
import { type ComponentProps, useEffect, useId, useState } from 'react';
import { lengthOf } from '#core/text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { PASSWORD_MAX, PASSWORD_MIN } from '../model/account-limits.ts';
import { isCommonPassword } from '../model/common-passwords.ts';
import { PASSWORD_PARTS, type PasswordPart, passwordParts } from '../model/password.ts';
import styles from './account.module.css';

/** Pause in typing after which the missing requirements are announced, in ms. */
const PAUSE = 1200;

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'after'> & { value: string };

/** A password field with a button that shows the password. */
export function PasswordField(props: Props) {
  const t = useT('accounts');
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <Button
          kind="icon"
          aria-label={t('accounts.show_password')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </Button>
      }
    />
  );
}

/** A field for a new password. Its requirements are listed below and checked off while typing. */
export function NewPasswordField(props: Props) {
  const id = useId();
  return (
    <div className={styles.chosen}>
      <PasswordField {...props} autoComplete="new-password" aria-describedby={id} />
      <Parts id={id} password={props.value} />
    </div>
  );
}

function Parts({ id, password }: { id: string; password: string }) {
  const t = useT('accounts');
  const has = passwordParts(password);
  const names: Record<PasswordPart, string> = {
    length: t('accounts.part_length', { min: PASSWORD_MIN, max: PASSWORD_MAX }),
    lowercase: t('accounts.part_lowercase'),
    uppercase: t('accounts.part_uppercase'),
    digit: t('accounts.part_digit'),
  };
  return (
    <>
      <ul id={id} className={styles.parts} aria-label={t('accounts.parts')}>
        {PASSWORD_PARTS.map((part) => (
          <li key={part} className={has[part] ? styles.has : undefined}>
            <StatusDot {...(has[part] ? { form: 'full', kind: 'ok' } : {})} />
            <span>
              <span aria-hidden="true">{names[part]}</span>
              <span className="hide">
                {t('common.labelled', {
                  name: names[part],
                  value: has[part] ? t('accounts.part_done') : t('accounts.part_missing'),
                })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <PartsSpoken password={password} />
    </>
  );
}

/** Announces what is still missing after a pause in typing, not at each key. */
function PartsSpoken({ password }: { password: string }) {
  const t = useT('accounts', 'errors');
  const [spoken, setSpoken] = useState('');
  const has = passwordParts(password);
  const missing: Record<PasswordPart, string> = {
    length: lengthOf(password) > PASSWORD_MAX ? t('field.password_too_long') : t('field.password_too_short'),
    lowercase: t('field.password_needs_lowercase'),
    uppercase: t('field.password_needs_uppercase'),
    digit: t('field.password_needs_digit'),
  };
  const text = PASSWORD_PARTS.filter((part) => !has[part])
    .map((part) => missing[part])
    .join(' ');
  const whole = isCommonPassword(password) ? t('field.password_too_common') : t('accounts.parts_complete');
  const now = password === '' ? '' : text || whole;
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <p className="hide" role="status">
      {spoken}
    </p>
  );
}
