import { me } from '#features/accounts/web/me.ts';
import { onSession, refreshToken } from '#web/api/session.ts';
import { keepLanguagesRead } from '#web/boot/languages-read.ts';
import { keepMemberFace } from '#web/boot/member-head.ts';
import { readPageData } from '#web/page/page-data.ts';
import { press } from '#web/page/press.ts';
import { forgetDeviceKeys } from '#web/saving/device-keys.ts';
import { toast } from '#web/ui/toast.ts';
import type { Exit } from '../exit-props.ts';
import { exitOrAsk } from './exit.ts';
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

  /** Opens the dialog that asks about unsent texts. React may have to start first, which repeats the press. */
  const ask = (exit: Exit) => {
    const button = document.createElement('button');
    button.hidden = true;
    for (const [name, value] of Object.entries(press('exit', exit))) button.setAttribute(name, value);
    head.append(button);
    button.click();
  };
  const onClick = () => {
    const button = part('exits');
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    const { exits: home = '/', said = '' } = button.dataset;
    void exitOrAsk({ home, said }, () => ask({ home, said }));
  };
  part('exits').addEventListener('click', onClick);
  const stop = me.subscribe(show);
  const offSession = onSession(() => {
    // The open text of a room stays encrypted if its session ends.
    if (refreshToken() === null && readPageData()?.script !== 'room') forgetDeviceKeys();
  });
  show();
  return () => {
    stop();
    offSession();
    part('exits').removeEventListener('click', onClick);
  };
}
