import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { onRestriction, setBannedHandler } from '#web/api/banned.ts';
import { onSession, refreshToken } from '#web/api/session.ts';
import { askForLogin } from '#web/boot/login.ts';
import { reloadIfReachable } from '#web/boot/reload.ts';
import { useFetchPart } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { useHref } from '#web/ui/link.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';
import { liftToasts } from '#web/ui/toast.ts';
import { LoginContext, type OpenLogin } from './login-context.tsx';
import { type AccountRequest, onAccountAsked } from './login-request.ts';
import { useSealedWords } from './use-sealed-words.ts';
import { focusWish, takeWish } from './wishes.ts';

const AccountDialog = later(() => import('./account-dialog.tsx').then((m) => m.AccountDialog), ['accounts']);
const AccountDoor = later(() => import('./account-gate.tsx').then((m) => m.AccountDoor), ['accounts']);

/** Opens the login form and the account dialog for everything that React renders on a page. */
export function AccountDialogs({ children }: { children: ReactNode }) {
  const [account, setAccount] = useState<AccountRequest | null>(null);
  const fetchPart = useFetchPart();
  useSealedWords();
  const openLogin = useCallback<OpenLogin>((request = {}) => {
    const { view } = request;
    if (view) return setAccount({ ...request, view });
    askForLogin(request);
    liftToasts();
  }, []);
  const closeAccount = useCallback(() => setAccount(null), []);
  useEffect(() => {
    return onAccountAsked(async (request) => {
      // Keep the requesting form open until the dialog and its texts are loaded. Otherwise input would be lost.
      try {
        await AccountDialog.load(fetchPart);
      } catch {
        if (!(await reloadIfReachable(location.href))) request.onFailed?.();
        return;
      }
      const draft = request.onReady?.();
      setAccount(draft ? { ...request, draft } : request);
    });
  }, [fetchPart]);
  return (
    <LoginContext value={openLogin}>
      {children}
      <ReopenedWish />
      {account && (
        <LazyBoundary onFailure={closeAccount}>
          <AccountDialog waiting={<ProgressBar />} request={account} onClose={closeAccount} />
        </LazyBoundary>
      )}
      <AccountDoorWhenAsked />
    </LoginContext>
  );
}

/** Focuses the button for what the visitor wanted to do, once they have logged in. */
function ReopenedWish() {
  useEffect(() => {
    const reopen = () => {
      const kind = refreshToken() === null ? null : takeWish();
      if (kind) focusWish(kind);
    };
    reopen();
    return onSession(reopen);
  }, []);
  return null;
}

/** Links in emails lead to the home page, where a dialog handles them. Restricted users are sent there, too. */
function AccountDoorWhenAsked() {
  const href = useHref();
  const home = href('/');
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (query.has('verify') || query.has('new_email')) setAsked(true);
  }, []);
  useEffect(() => {
    setBannedHandler(async (details) => {
      const { announceRestriction } = await import('./restriction.ts');
      announceRestriction(details);
    });
    return onRestriction(() => {
      if (location.pathname !== '/') leaveFor(home);
    });
  }, [home]);
  if (!asked) return null;
  return (
    <LazyBoundary>
      <AccountDoor waiting={<ProgressBar />} />
    </LazyBoundary>
  );
}
