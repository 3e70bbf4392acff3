import { useEffect, useState } from 'react';
import { SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { useSignedIn } from '#web/api/use-signed-in.ts';
import { accountApi } from '../contract.ts';

const ASK_EVERY = 4 * SECOND;

/**
 * Returns whether the sign-up with this secret was confirmed, in this or in any other browser. Asks while the tab is
 * visible. Never logs in: the user of another browser may be someone else.
 */
export function useConfirmed(waiting: string | null): boolean {
  const signedIn = useSignedIn();
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (waiting === null || confirmed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      // Without a response it asks again.
      const answer = await call(accountApi.signUpState, { waiting }).catch(() => null);
      if (isGone) return;
      if (answer?.confirmed) setConfirmed(true);
      else timer = setTimeout(ask, ASK_EVERY);
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [waiting, confirmed]);
  return confirmed || signedIn;
}
