import { accountApi } from '#features/accounts/contract.ts';
import { me } from '#features/accounts/web/me.ts';
import { call } from '#web/api/client.ts';
import { dropTokens, refreshToken } from '#web/api/session.ts';
import { keepLanguagesRead } from '#web/boot/languages-read.ts';
import { keepMemberFace } from '#web/boot/member-head.ts';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { readPageData } from '#web/page/page-data.ts';
import { toast } from '#web/ui/toast.ts';
import type { HeadTexts } from './head-texts.ts';

/**
 * Shows the member’s name and picture, and handles Exit (`layout/your-menu.tsx`). Returns the function that stops it.
 */
export function bindAccountMenu(head: HTMLElement, { texts }: HeadTexts): () => void {
  const part = (name: string) => head.querySelector<HTMLElement>(`[data-${name}]`)!;
  let failed: Error | null = null;
  const show = () => {
    const { data, error } = me.state;
    const name = part('name');
    name.textContent = data?.username ?? '';
    name.hidden = data === undefined;
    part('moderates').hidden = !data || data.roles.length === 0;
    if (data) {
      keepMemberFace(data);
      // A choice made on this device stays until the member makes one of their own.
      if (data.languagesRead) keepLanguagesRead(data.languagesRead);
    } else if (error && error !== failed && refreshToken() !== null) toast(texts['common.user_fetch_failed']);
    failed = error;
  };

  const exit = ({ dataset }: HTMLElement) => {
    const { exits: home = '/', said = '' } = dataset;
    const token = refreshToken();
    // Editor pages need a session. Without one they would ask to log in.
    if (readPageData()?.script === 'room') leaveFor(home, { say: said });
    else toast(said);
    // This window doesn’t wait for the server. If it can’t be reached, the session expires there.
    dropTokens();
    if (token) call(accountApi.logout, { token }).catch(() => {});
  };
  const onClick = () => {
    const button = part('exits');
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    exit(button);
  };
  part('exits').addEventListener('click', onClick);
  const stop = me.subscribe(show);
  show();
  return () => {
    stop();
    part('exits').removeEventListener('click', onClick);
  };
}
