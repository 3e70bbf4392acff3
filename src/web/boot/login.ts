import { loadAnew } from './load-anew.ts';

/** Event that requests the log-in form. Its detail is passed to the form's script, which defines the valid requests. */
export const LOGIN_ASKED = 'skein:login';

/** Exports of the form's script. */
interface LoginScript {
  bindLogin: (dialog: HTMLDialogElement, request: unknown, opener: Element | null) => void;
}

/**
 * Opens the log-in form. Every page contains its HTML, so the form opens without a request. Its script is fetched
 * afterwards. The last button pressed before the script is ready is clicked again once it is.
 */
export function openLogin(request?: unknown): void {
  // The form is at the end of the page. Before the page is fully parsed, there may be only a part of it.
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => openLogin(request), { once: true });
    return;
  }
  const template = findTemplate();
  if (!template || document.querySelector('dialog[open][data-plain]')) return;
  const opener = document.activeElement;
  const dialog = template.content.firstElementChild?.cloneNode(true);
  if (!(dialog instanceof HTMLDialogElement)) return;
  document.body.append(dialog);
  nameReturns(dialog);
  dialog.showModal();
  dialog.querySelector('input')?.focus();
  dialog.addEventListener('close', () => dialog.remove());
  bindOnceLoaded(dialog, (template.dataset.script ?? '').split(' '), (script) =>
    script.bindLogin(dialog, request, opener),
  );
}

/** Adds this page's address to links that leave the site and return. On `/auth/` pages there's nothing to return to. */
function nameReturns(dialog: HTMLElement): void {
  const { pathname, search, hash } = location;
  if (pathname.startsWith('/auth/')) return;
  const query = new URLSearchParams({ from: pathname + search + hash });
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('a[data-returns]')) link.search = query.toString();
}

let found: HTMLTemplateElement | null = null;

/**
 * Returns the log-in template of this page. Call it once the page is parsed: it caches the element, because React may
 * remove elements that it didn't render.
 */
export function findTemplate(): HTMLTemplateElement | null {
  found ??= document.querySelector<HTMLTemplateElement>('template[data-script]');
  return found;
}

/** Opens the log-in form from code that isn't loaded on every page. */
export function askForLogin(request: unknown): void {
  dispatchEvent(new CustomEvent(LOGIN_ASKED, { detail: request }));
}

function bindOnceLoaded(dialog: HTMLDialogElement, addresses: string[], bind: (script: LoginScript) => void): void {
  let pressed: HTMLElement | null = null;
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    const hasCome = await areFetched(addresses);
    const script: LoginScript | null = hasCome
      ? await import(/* @vite-ignore */ addresses[0]!).catch(() => null)
      : null;
    isLoading = false;
    const button = pressed;
    pressed = null;
    button?.removeAttribute('aria-busy');
    if (script) {
      for (const type of EARLY) dialog.removeEventListener(type, keep, true);
      bind(script);
      if (dialog.open) button?.click();
    } else if (button && !(await loadAnew(addresses[0]!))) {
      // The next press retries.
      const failure = dialog.querySelector<HTMLElement>('[data-failure]');
      if (failure) failure.hidden = false;
    }
  };
  const keep = (event: Event) => {
    if (event.type === 'submit') event.preventDefault();
    const button = buttonOf(event);
    if (!button) return;
    if ('closes' in button.dataset) return dialog.close();
    // Submit buttons are handled by the `submit` event.
    if (event.type === 'click' && button.getAttribute('type') === 'submit') return;
    event.preventDefault();
    event.stopPropagation();
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    pressed.setAttribute('aria-busy', 'true');
    void load();
  };
  for (const type of EARLY) dialog.addEventListener(type, keep, true);
  void load();
}

const EARLY = ['click', 'submit'] as const;

/** Returns the pressed button, or the submit button of a submitted form: scripts can submit a form without a press. */
function buttonOf({ target }: Event): HTMLElement | null {
  const element = target as Element;
  return element.matches('form')
    ? element.querySelector<HTMLElement>('button[type=submit]')
    : element.closest<HTMLElement>('button');
}

/**
 * Fetches all files into the browser's cache, so that importing the first one doesn't discover the others one by one.
 * Returns whether all of them were fetched.
 */
async function areFetched(addresses: readonly string[]): Promise<boolean> {
  const answers = addresses.map(async (address) => {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  });
  return (await Promise.all(answers).catch(() => [false])).every(Boolean);
}
