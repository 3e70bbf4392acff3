import { SECOND } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { call } from '#web/api/client.ts';
import { exitSession, refreshToken, sessionMemberId } from '#web/api/session.ts';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { readPageData } from '#web/page/page-data.ts';
import { forgetDeviceKeys, isReadableByOthers } from '#web/saving/device-keys.ts';
import { leaveOpenTexts, sendOpenTexts } from '#web/saving/open-savers.ts';
import { toast } from '#web/ui/toast.ts';
import type { Exit } from '../exit-props.ts';

/**
 * Logs the member out in this browser. Nothing of theirs is shown or readable here afterwards. `sends` is false if open
 * texts must not be sent.
 */
export function exit({ home, said }: Exit, { sends = true } = {}): void {
  const token = refreshToken();
  if (sends) leaveOpenTexts();
  // Editor pages need a session. Without one they would ask to log in.
  if (readPageData()?.script === 'room') {
    leaveFor(home, { say: said });
    // Until then, open texts may still be kept on the device, which encrypts them.
    addEventListener('pagehide', forgetDeviceKeys);
  } else {
    toast(said);
    forgetDeviceKeys();
  }
  // This window doesn’t wait for the server. If it can’t be reached, the session expires there.
  exitSession();
  if (token) call(accountApi.logout, { token }).catch(() => {});
}

/** How long Exit waits for texts to be sent before it asks what should become of them, in ms. */
const SENDING = 2 * SECOND;

/**
 * Logs the member out, unless this device has texts of theirs that others could read there. `ask` is called then, if they
 * can’t be sent right away.
 */
export async function exitOrAsk(button: Exit, ask: () => void): Promise<void> {
  const memberId = sessionMemberId() ?? '';
  // Also keeps on the device what was just typed.
  leaveOpenTexts();
  if (isReadableByOthers(memberId)) {
    await Promise.race([sendOpenTexts(), new Promise((resolve) => setTimeout(resolve, SENDING))]);
    if (isReadableByOthers(memberId)) return ask();
  }
  exit(button);
}
