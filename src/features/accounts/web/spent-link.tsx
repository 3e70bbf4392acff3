import { useState } from 'react';
import { useApiForm } from '#web/api/api-form.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useHref } from '#web/ui/link.tsx';
import type { ReopenedWish } from '../contract-wishes.ts';
import { email as emailRule } from '../model/identity.ts';
import styles from './account.module.css';
import { useLogin } from './login-context.tsx';
import { useMailRequest } from './use-mail-request.ts';
import { Failure, SendAgain } from './view-parts.tsx';
import { keepWish } from './wishes.ts';

const RULES = { email: emailRule };

/** Reads the wish in the error for a link that was once valid. */
export function readWish(given: unknown): ReopenedWish | null {
  if (typeof given !== 'object' || given === null || !('kind' in given) || !('at' in given)) return null;
  const { kind, at } = given;
  return typeof kind === 'string' && typeof at === 'string' ? { kind, at } : null;
}

/** Shown if the link is no longer valid: used, expired or incomplete. Leads on to what the visitor wanted to do. */
export function SpentLink({ wish, onClose }: { wish: ReopenedWish | null; onClose: () => void }) {
  const t = useT('accounts', 'errors');
  const openLogin = useLogin();
  const signedIn = useSignedIn();
  const request = useMailRequest('resend');
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const href = useHref();
  const goOn = () => {
    if (!wish?.at) return;
    keepWish(wish.kind);
    leaveFor(href(wish.at), { replace: true });
  };
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
              if (signedIn) goOn();
              else openLogin(wish?.at ? { after: goOn } : {});
            }}
          >
            {!signedIn ? t('common.log_in') : wish?.at ? t('accounts.go_on') : t('common.close')}
          </Button>
          <SendAgain kind="primary" request={request} label={t('accounts.send_new_link')} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
