import { Suspense, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { useMailRequest } from '#features/accounts/web/use-mail-request.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChangePassword } from './change-password.tsx';

/** When the password was changed. Members without one set it with the email for a forgotten password. */
export function PasswordRow({ me }: { me: Me }) {
  const t = useT('account');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const [isChanging, setChanging] = useState(false);
  const since = me.passwordChangedAt && new Date(me.passwordChangedAt).toLocaleDateString(tag, { dateStyle: 'long' });
  const help = since ? t('account.password_changed_on', { date: since }) : t('account.password_help');
  return (
    <li>
      <div>
        <b>{t('account.password')}</b>
        <p>{me.hasPassword ? help : t('account.password_none')}</p>
      </div>
      {me.hasPassword ? (
        <Button small onClick={() => setChanging(true)} aria-label={t('account.change_password')}>
          {t('account.change_short')}
        </Button>
      ) : (
        <SetPassword email={me.email} />
      )}
      <Suspense>{isChanging && <ChangePassword email={me.email} onClose={() => setChanging(false)} />}</Suspense>
    </li>
  );
}

function SetPassword({ email }: { email: string }) {
  const t = useT('account', 'accounts');
  const request = useMailRequest('reset');
  const isWaiting = request.left > 0;
  const send = async () => {
    if (await request.send(email)) toast(t('account.password_link_sent', { email }));
  };
  return (
    <>
      <Button
        small
        aria-disabled={isWaiting || undefined}
        busy={request.busy}
        onClick={() => !isWaiting && void send()}
      >
        {isWaiting ? t('accounts.send_again_in', { seconds: request.left }) : t('account.set_password')}
      </Button>
      {request.failure && <p role="alert">{request.failure}</p>}
    </>
  );
}
