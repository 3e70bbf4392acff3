import { fetchReactAhead } from './hydrate.ts';
import { afterPaint } from './idle.ts';
import { bindOnceLoaded } from './plain-script.ts';
import { findTemplate } from './templates.ts';

/** Event that requests the login form. Its detail is passed to the form’s script, which defines the valid requests. */
export const LOGIN_ASKED = 'skein:login';

/**
 * Why a visitor has to log in, by name. The form shows the reason and leads back to the action. The feature with the
 * form adds the reasons that it has texts for, by declaration merging.
 */
export interface LoginReasons {}
export type LoginReason = keyof LoginReasons;

/** Exports of the form's script. */
interface LoginScript {
  bindLogin: (dialog: HTMLDialogElement, request: unknown, opener: Element | null) => void;
}

/**
 * Opens the login form. Every page contains its HTML, so the form opens without a request. Its script is loaded
 * afterwards.
 */
export function openLogin(request?: unknown): void {
  // The form is at the end of the page. Before the page is fully parsed, there may be only a part of it.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => openLogin(request), { once: true });
    return;
  }
  const template = findTemplate('data-script');
  if (!template || document.querySelector('dialog[open][data-plain]')) return;
  const opener = document.activeElement;
  const dialog = template.content.firstElementChild?.cloneNode(true);
  if (!(dialog instanceof HTMLDialogElement)) return;
  document.body.append(dialog);
  nameReturns(dialog);
  // Before it is shown: a form that grows under the pointer loses presses.
  for (const part of dialog.querySelectorAll<HTMLElement>('[data-needs]'))
    part.hidden = !(part.dataset.needs! in window);
  dialog.showModal();
  dialog.querySelector('input')?.focus();
  dialog.addEventListener('close', () => dialog.remove());
  dialog.querySelector('[data-closes]')?.addEventListener('click', () => dialog.close());
  const load = bindOnceLoaded<LoginScript>(dialog, template.dataset.script ?? '', (script) =>
    script.bindLogin(dialog, request, opener),
  );
  // First the form, then its script, then what visitors without an account need next.
  afterPaint(async () => {
    if (await load()) fetchReactAhead(template.dataset.ahead?.split(' ').filter(Boolean) ?? []);
  });
}

/** Adds this page’s URL to links that leave the site and return. On `/auth/` pages there’s nothing to return to. */
function nameReturns(dialog: HTMLElement): void {
  const { pathname, search, hash } = location;
  if (pathname.startsWith('/auth/')) return;
  const query = new URLSearchParams({ from: pathname + search + hash });
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('a[data-returns]')) link.search = query.toString();
}

/** Opens the login form from code that isn’t loaded on every page. */
export function askForLogin(request: unknown): void {
  dispatchEvent(new CustomEvent(LOGIN_ASKED, { detail: request }));
}
