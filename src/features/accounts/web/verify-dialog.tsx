import { useState } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { accountApi } from '../contract.ts';
import { email as emailRule } from '../model/identity.ts';
import styles from './account.module.css';
import { enter } from './enter.ts';
import { useLogin } from './login-context.tsx';
import { announceRestriction } from './restriction.ts';
import { useMailRequest } from './use-mail-request.ts';
import { Failure, SendAgain } from './view-parts.tsx';

const RULES = { email: emailRule };

/**
 * The last step of signing up. Requires a press, so that mail scanners that open the link don’t redeem it (product §3).
 */
export function VerifyDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT('accounts');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSpent, setIsSpent] = useState(false);

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      enter(await call(accountApi.verifyEmail, { token }));
      onClose();
      toast(t('accounts.verified'));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'banned') {
        announceRestriction(error.details);
        onClose();
      } else if (error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'invalid_input'))
        setIsSpent(true);
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  if (isSpent) return <SpentLink onClose={onClose} />;
  return (
    <Dialog title={t('accounts.verify_title')} onClose={onClose}>
      <p>{t('accounts.verify_text')}</p>
      <Failure text={failure} />
      <DialogActions>
        <Button kind="primary" busy={busy} onClick={confirm}>
          {t('accounts.verify_confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shown if the link is no longer valid: used, expired or incomplete. */
function SpentLink({ onClose }: { onClose: () => void }) {
  const t = useT('accounts', 'errors');
  const openLogin = useLogin();
  const signedIn = useSignedIn();
  const request = useMailRequest('resend');
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const { fields, submit } = useApiForm({
    rules: RULES,
    values: { email },
    send: async (sent) => setIsSent(await request.send(sent.email)),
  });
  return (
    <Dialog title={t('accounts.link_spent')} onClose={onClose}>
      <p role="alert">{signedIn ? t('accounts.link_spent_signed_in') : t('accounts.link_spent_text')}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          if (request.left > 0) return event.preventDefault();
          setIsSent(false);
          void submit(event);
        }}
      >
        <TextField
          {...fields.of('email')}
          label={t('accounts.email')}
          type="email"
          autoComplete="username"
          placeholder={t('accounts.email_example')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Failure text={request.failure} />
        <p role="status" className={styles.said}>
          {isSent ? t('accounts.verification_sent') : ''}
        </p>
        <DialogActions>
          <Button
            onClick={() => {
              onClose();
              if (!signedIn) openLogin();
            }}
          >
            {signedIn ? t('common.close') : t('common.log_in')}
          </Button>
          <SendAgain kind="primary" request={request} label={t('accounts.send_new_link')} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
