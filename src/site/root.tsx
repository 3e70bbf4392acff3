import { Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { LoginContext } from '#features/accounts/web/login-context.tsx';
import {
  type AccountRequest,
  type AccountView,
  type LoginRequest,
  onAccountAsked,
} from '#features/accounts/web/login-request.ts';
import { onRestriction, setBannedHandler } from '#web/api/banned.ts';
import { AWAKE } from '#web/boot/awake.ts';
import { askForLogin } from '#web/boot/login.ts';
import { reloadIfReachable } from '#web/boot/reload.ts';
import { useFetchPart } from '#web/i18n/i18n.tsx';
import { CHANGED } from '#web/navigation/address.ts';
import { Arrivals, type Undoing } from '#web/navigation/arrivals.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { REPLACED } from '#web/page/slot.tsx';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { useHref } from '#web/ui/link.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';
import { liftToasts } from '#web/ui/toast.ts';
import { Failure } from './layout/page-failure.tsx';
import { PressedDialogs } from './presses.tsx';
import { FilledSlots } from './slots.tsx';

const AccountDialog = later(
  () => import('#features/accounts/web/account-dialog.tsx').then((m) => m.AccountDialog),
  ['accounts'],
);
const AccountDoor = later(
  () => import('#features/accounts/web/account-gate.tsx').then((m) => m.AccountDoor),
  ['accounts'],
);

const UNDOING: Undoing = {
  story: async (id) => (await import('#features/stories/web/undelete-story.ts')).undeleteStory(id),
};

/** React’s root in the browser: what it renders on this page, and the dialogs that every page can open. */
export function Root({ children }: { children?: ReactNode }) {
  const [account, setAccount] = useState<AccountRequest | null>(null);
  const fetchPart = useFetchPart();
  const openLogin = useCallback((request: LoginRequest & { view?: AccountView } = {}) => {
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
      <RoomBoundary>
        <Suspense>
          {children}
          <Listening />
        </Suspense>
      </RoomBoundary>
      <FilledSlots />
      <PressedDialogs />
      <Arrivals undoing={UNDOING} />
      {account && (
        <LazyBoundary onFailure={closeAccount}>
          <AccountDialog waiting={<ProgressBar />} request={account} onClose={closeAccount} />
        </LazyBoundary>
      )}
      <AccountDoorWhenAsked />
    </LoginContext>
  );
}

/** Shows a failure in place of a page that can’t be rendered, until the URL changes. */
class RoomBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  #retry = () => this.setState({ hasFailed: false });

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    addEventListener(CHANGED, this.#retry);
  }

  override componentWillUnmount() {
    removeEventListener(CHANGED, this.#retry);
  }

  override componentDidCatch() {
    // The failure has a slot for its report.
    dispatchEvent(new Event(REPLACED));
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <Failure busy={false} />
        <Listening />
      </>
    );
  }
}

/** Tells the boot script that the page responds to presses. */
function Listening() {
  useEffect(() => {
    // Waits for the effects of the components around the page, too: one of them listens for presses.
    const timer = setTimeout(() => dispatchEvent(new Event(AWAKE)));
    return () => clearTimeout(timer);
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
      const { announceRestriction } = await import('#features/accounts/web/restriction.ts');
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
