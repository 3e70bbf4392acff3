import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSignedIn } from '#web/api/session.ts';
import { forgetRestriction, useRestriction } from './restriction.ts';
import { RestrictionNotice } from './restriction-notice.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

const PARAMETER = 'verify';

function takeToken(): string | null {
  return new URLSearchParams(location.search).get(PARAMETER);
}

/** A token in the address would stay in the history and travel with it; it is taken out as soon as it is read. */
function cleanAddress(): void {
  const url = new URL(location.href);
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}

/** What waits at the home page: the link of the registration mail, and the notice that an account is closed. */
export function AccountDoor() {
  const [token, setToken] = useState(takeToken);
  const restriction = useRestriction();
  const signedIn = useSignedIn();
  const { pathname } = useLocation();
  useEffect(() => {
    if (token) cleanAddress();
  }, [token]);
  if (restriction && !signedIn && pathname === '/')
    return <RestrictionNotice restriction={restriction} onClose={forgetRestriction} />;
  if (token) return <VerifyDialog token={token} onClose={() => setToken(null)} />;
  return null;
}
