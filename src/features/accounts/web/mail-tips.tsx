import { type ReactNode, useEffect, useState } from 'react';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { normaliseEmail } from '../model/email-address.ts';
import styles from './account.module.css';
import type { ViewProps } from './account-view.ts';
import { useConfirmed } from './use-confirmed.ts';
import { useMailRequest } from './use-mail-request.ts';
import { Failure, MailSteps, SendAgain } from './view-parts.tsx';

/** Shown after signing up: the link is in the email (spec §2). */
export function RegisterTips({ draft, show, waiting }: ViewProps) {
  const t = useT('accounts');
  const confirmed = useConfirmed(waiting);
  useEffect(() => {
    if (confirmed) show('confirmed');
  }, [confirmed, show]);
  return (
    <>
      <MailSteps steps={[t('accounts.step_account'), t('accounts.step_link'), t('accounts.step_signed_in')]} />
      <p>
        <Sentence
          id="accounts.sent_register"
          params={{ email: normaliseEmail(draft.email) }}
          parts={['accounts']}
          wraps={{ b: (email) => <b>{email}</b> }}
        />
      </p>
      <p className="small soft">{t('accounts.sent_register_more')}</p>
      <Again kind="resend" email={draft.email}>
        <Button onClick={() => show('register')}>{t('accounts.other_address')}</Button>
      </Again>
    </>
  );
}

/** Shown after requesting a new password. The text is the same for known and unknown addresses. */
export function ResetTips({ draft, show }: ViewProps) {
  const t = useT('accounts');
  return (
    <>
      <MailSteps steps={[t('accounts.step_asked'), t('accounts.step_link'), t('accounts.step_password')]} />
      <p>
        <Sentence
          id="accounts.sent_reset"
          params={{ email: normaliseEmail(draft.email) }}
          parts={['accounts']}
          wraps={{ b: (email) => <b>{email}</b> }}
        />
      </p>
      <Again kind="reset" email={draft.email}>
        <Button onClick={() => show('login')}>{t('accounts.back_to_login')}</Button>
      </Again>
    </>
  );
}

function Again({ kind, email, children }: { kind: 'reset' | 'resend'; email: string; children: ReactNode }) {
  const t = useT('accounts');
  const request = useMailRequest(kind);
  const [isSent, setIsSent] = useState(false);
  const send = async () => {
    setIsSent(false);
    if (await request.send(normaliseEmail(email))) setIsSent(true);
  };
  return (
    <>
      <p role="status" className={styles.said}>
        {isSent ? t('accounts.sent_again') : ''}
      </p>
      <Failure text={request.failure} />
      <DialogActions>
        {children}
        <SendAgain request={request} onSend={send} />
      </DialogActions>
    </>
  );
}
