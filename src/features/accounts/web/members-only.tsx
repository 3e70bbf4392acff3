import { type ReactNode, Suspense, useEffect } from 'react';
import { refreshToken, useSignedIn } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type LoginWish, useLogin } from './login-context.tsx';
import { isRestrictionKept } from './restriction.ts';

/**
 * A page that is somebody's own. The server renders it for nobody in particular: what visitors see and what members wait
 * for, of which the style sheet shows one. `children` are rendered in the browser alone, for who is signed in.
 */
export function MembersOnly({ title, wish, children }: { title: string; wish?: LoginWish; children: ReactNode }) {
  const signedIn = useSignedIn();
  if (signedIn) return <Suspense fallback={<Spinner />}>{children}</Suspense>;
  return (
    <div data-hydrate>
      <h1 className="hide">{title}</h1>
      <div className="for-visitors">
        <PleaseLogin {...(wish ? { wish } : {})} />
      </div>
      <div className="for-members">
        <Spinner />
      </div>
    </div>
  );
}

function PleaseLogin({ wish }: { wish?: LoginWish }) {
  const t = useT();
  const openLogin = useLogin();
  useEffect(() => {
    // Members are not known as such before hydration is over; who has just been shut out is told that, and nothing else.
    if (refreshToken() === null && !isRestrictionKept()) openLogin(wish ? { wish } : {});
  }, [openLogin, wish]);
  return (
    <Empty title={t('common.login_first')}>
      <Button kind="primary" onClick={() => openLogin(wish ? { wish } : {})}>
        {t('common.log_in')}
      </Button>
    </Empty>
  );
}
