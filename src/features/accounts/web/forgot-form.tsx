import { useApiForm } from '#web/api/api-form.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextButton } from '#web/ui/text-button.tsx';
import { email as emailRule } from '../model/identity.ts';
import styles from './account.module.css';
import type { ViewProps } from './account-view.ts';
import { PersonCheck } from './human-check/person-check.tsx';
import { usePressedCheck } from './human-check/use-pressed-check.ts';
import { useMailRequest } from './use-mail-request.ts';
import { Failure } from './view-parts.tsx';

const RULES = { email: emailRule };

/** Requests a link to set a new password: once a minute, even if the page is reloaded (spec §5). */
export function ForgotForm({ draft, change, show }: ViewProps) {
  const t = useT('accounts', 'errors');
  const pressed = usePressedCheck('reset');
  const request = useMailRequest('reset');
  const { fields, submit } = useApiForm({
    rules: RULES,
    values: draft,
    check: pressed.isPressed,
    send: async ({ email }) => {
      if (await request.send(email)) show('reset_password_tips');
    },
  });
  const isWaiting = request.left > 0;

  return (
    <form className={styles.form} noValidate onSubmit={(event) => (isWaiting ? event.preventDefault() : submit(event))}>
      <p className={styles.why}>{t('accounts.reset_why')}</p>
      <Failure text={request.failure} />
      <TextField
        {...fields.of('email')}
        label={t('accounts.email_of_account')}
        type="email"
        autoComplete="username"
        placeholder={t('accounts.email_example')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <PersonCheck {...pressed.props} due={fields.isRight} />
      <Button
        kind="primary"
        type="submit"
        className={styles.across}
        busy={request.busy}
        aria-disabled={isWaiting || undefined}
        aria-describedby={isWaiting ? 'reset-pause' : undefined}
      >
        {isWaiting ? t('accounts.send_again_in', { seconds: request.left }) : t('accounts.send_link')}
      </Button>
      {isWaiting && (
        <p id="reset-pause" className="small soft">
          {t('accounts.reset_pause')}
        </p>
      )}
      <p>
        {t('accounts.remembered')} <TextButton onClick={() => show('login')}>{t('common.log_in')}</TextButton>
      </p>
    </form>
  );
}
