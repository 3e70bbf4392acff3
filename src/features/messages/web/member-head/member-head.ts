import { announceThroughReact } from '#features/accounts/web/restriction.ts';
import { setBannedHandler } from '#web/api/banned.ts';
import { bindAccountMenu } from './account-menu.ts';
import { bindBell } from './bell-panel.ts';
import { headTexts } from './head-texts.ts';

let stop = () => {};

/**
 * Adds the behavior to the member’s part of the header: the bell and the menu. `template` is that of
 * `head-template.tsx`. Works without React.
 */
export function bindHead(head: HTMLElement, template: HTMLElement): void {
  stop();
  const texts = headTexts(template);
  const stops = [bindBell(head, texts), bindAccountMenu(head, texts)];
  stop = () => {
    for (const end of stops) end();
  };
}

// The first call of a page can find that the account is restricted.
setBannedHandler(async (details) => announceThroughReact(details));
