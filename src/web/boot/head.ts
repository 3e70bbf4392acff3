import { prepareHydration } from './hydrate.ts';
import { afterPaint } from './idle.ts';
import { forgetKept } from './kept.ts';
import { showMemberHead } from './member-head.ts';
import { bindOnceLoaded } from './plain-script.ts';
import { markMember, SESSION_CHANGED } from './signed-in.ts';
import { KEYS } from './storage.ts';
import { findTemplate } from './templates.ts';

/** Exports of the script of the member's part of the header. */
interface HeadScript {
  bindHead: (head: HTMLElement, template: HTMLTemplateElement) => void;
}

/** Prepares the member's part of the header, once. Its script loads after the first paint, or when a button is pressed. */
export function prepareHead(): void {
  const head = document.querySelector<HTMLElement>('[data-head]');
  const panel = head?.querySelector('[data-panel]');
  const template = findTemplate('data-head-script');
  if (!head || !panel || !template || panel.hasChildNodes() || !('member' in document.documentElement.dataset)) return;
  panel.append(template.content.cloneNode(true));
  const load = bindOnceLoaded<HeadScript>(head, template.dataset.headScript ?? '', ({ bindHead }) =>
    bindHead(head, template),
  );
  afterPaint(() => void load());
}

/**
 * Updates the page when a member has logged in or out in this window or another one, even if no script has loaded. Then
 * calls `onChange`.
 */
export function watchSession(onChange: () => void): void {
  addEventListener(SESSION_CHANGED, () => {
    prepareHead();
    onChange();
  });
  addEventListener('storage', ({ key }) => {
    if (key !== null && key !== KEYS.refreshToken) return;
    // WebKitGTK 2.50 hangs when what surrounds an open menu is hidden.
    document.querySelector<HTMLElement>('[data-head] :popover-open')?.hidePopover();
    markMember();
    if (!('member' in document.documentElement.dataset)) forgetKept();
    showMemberHead();
    prepareHead();
    // Members have slots to fill. While the page is still loading, it is prepared at its end.
    if (document.readyState !== 'loading') prepareHydration();
    onChange();
  });
}
