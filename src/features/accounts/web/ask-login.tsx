import { useEffect } from 'react';
import { refreshToken } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { type LoginWish, useLogin } from './login-context.tsx';
import { isRestrictionKept } from './restriction.ts';

/** Instead of a page that members alone have: the way to log in, which opens by itself, and what waits behind it. */
export function AskLogin({ title, text, wish }: { title: string; text?: string; wish?: LoginWish }) {
  const t = useT();
  const openLogin = useLogin();
  useEffect(() => {
    // Members are not known as such before hydration is over; who has just been shut out is told that, and nothing else.
    if (refreshToken() === null && !isRestrictionKept()) openLogin(wish ? { wish } : {});
  }, [openLogin, wish]);
  return (
    <>
      <h1 className="hide">{title}</h1>
      <Empty title={t('common.login_first')}>
        {text && <p className="soft">{text}</p>}
        <Button kind="primary" onClick={() => openLogin(wish ? { wish } : {})}>
          {t('common.log_in')}
        </Button>
      </Empty>
    </>
  );
}
