import { type ReactNode, useEffect } from 'react';
import { refreshToken } from '#web/api/session.ts';
import { hasArrived } from '#web/boot/arrival.ts';
import type { LoginReason } from '#web/boot/login.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { useLogin } from './login-context.tsx';
import { isDeletionPlanned } from './planned-deletion.ts';
import { isRestrictionKept } from './restriction.ts';

interface Props {
  title: string;
  text?: string | undefined;
  reason?: LoginReason | undefined;
  /** What the page is for, as `kind:id`. */
  wish?: string | undefined;
  /** Other ways on, after the button. */
  children?: ReactNode;
}

/**
 * Shown to visitors instead of a page for members: what the page offers, and the login form, which opens automatically.
 */
export function AskLogin({ title, text, reason, wish, children }: Props) {
  const t = useT();
  const openLogin = useLogin();
  useEffect(() => {
    // The page shows a message instead if the account was just restricted or scheduled for deletion. A user who has
    // just logged out is leaving this page.
    const isOver = isRestrictionKept() || isDeletionPlanned() || hasArrived();
    if (refreshToken() === null && !isOver) openLogin({ wish, ...(reason ? { reason } : {}) });
  }, [openLogin, reason, wish]);
  return (
    <>
      <h1 className="hide">{title}</h1>
      <Empty title={t('common.login_first')}>
        {text && <p className="soft">{text}</p>}
        <Button kind="primary" data-act="login" data-value={reason} data-wish={wish}>
          {t('common.log_in')}
        </Button>
        {children}
      </Empty>
    </>
  );
}
