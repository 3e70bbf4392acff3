import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { refreshToken } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { useLogin } from './login-context.tsx';
import type { LoginReason } from './login-request.ts';
import { isDeletionPlanned } from './planned-deletion.ts';
import { isRestrictionKept } from './restriction.ts';

/** Instead of a page that members alone have: the way to log in, which opens by itself, and what waits behind it. */
export function AskLogin({ title, text, reason }: { title: string; text?: string; reason?: LoginReason }) {
  const t = useT();
  const openLogin = useLogin();
  const { pathname } = useLocation();
  useEffect(() => {
    // Members are not known as such before hydration is over; who has just been shut out, or has just planned to leave, is
    // told that, and nothing else. Who goes out is on the way elsewhere, and sees this page for a moment only.
    const isOver = isRestrictionKept() || isDeletionPlanned() || window.location.pathname !== pathname;
    if (refreshToken() === null && !isOver) openLogin(reason ? { reason } : {});
  }, [openLogin, reason, pathname]);
  return (
    <>
      <h1 className="hide">{title}</h1>
      <Empty title={t('common.login_first')}>
        {text && <p className="soft">{text}</p>}
        <Button kind="primary" onClick={() => openLogin(reason ? { reason } : {})}>
          {t('common.log_in')}
        </Button>
      </Empty>
    </>
  );
}
