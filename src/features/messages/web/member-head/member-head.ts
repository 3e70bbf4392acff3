import { announceRestriction } from '#features/accounts/web/restriction.ts';
import { setBannedHandler } from '#web/api/banned.ts';
import { whenAwake } from '#web/boot/awake.ts';
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

// The first call of a page may find the account closed. React, which then says why, sets its own handler once it is awake.
if (!('ready' in document.documentElement.dataset)) {
  setBannedHandler(async (details) => {
    announceRestriction(details);
    whenAwake(() => announceRestriction(details));
  });
}
