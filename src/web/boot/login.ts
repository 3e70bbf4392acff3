import { loadAnew } from './load-anew.ts';

/** Asks for the log-in form; its detail goes to the script of the form, which knows what may be asked for. */
export const LOGIN_ASKED = 'skein:login';

/** What the script of the form exports. */
interface LoginScript {
  bindLogin: (dialog: HTMLDialogElement, request: unknown, opener: Element | null) => void;
}

/**
 * Opens the log-in form. It stands in every page, so that no request is waited for; its script is fetched meanwhile, and
 * what is pressed until then is pressed again for them.
 */
export function openLogin(request?: unknown): void {
  const template = findTemplate();
  // The form is at the end of the page, which may still be on its way.
  if (!template && document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => openLogin(request), { once: true });
    return;
  }
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

/** Links that lead out and back again come back to this very place; the page of the way back is none. */
function nameReturns(dialog: HTMLElement): void {
  const { pathname, search, hash } = location;
  if (pathname.startsWith('/auth/')) return;
  const query = new URLSearchParams({ from: pathname + search + hash });
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('a[data-returns]')) link.search = query.toString();
}

let found: HTMLTemplateElement | null = null;

/** The form of this page. Called once the page is whole, it keeps the form: React may throw away what it did not write itself. */
export function findTemplate(): HTMLTemplateElement | null {
  found ??= document.querySelector<HTMLTemplateElement>('template[data-script]');
  return found;
}

/** The same from code that does not stand in every page. */
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
      // The next press tries again.
      const failure = dialog.querySelector<HTMLElement>('[data-failure]');
      if (failure) failure.hidden = false;
    }
  };
  const keep = (event: Event) => {
    if (event.type === 'submit') event.preventDefault();
    const button = buttonOf(event);
    if (!button) return;
    if ('closes' in button.dataset) return dialog.close();
    // A button that submits is told of once it does.
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

/** The button that was pressed, or whose form is sent: programs send one without a press. */
function buttonOf({ target }: Event): HTMLElement | null {
  const element = target as Element;
  return element.matches('form')
    ? element.querySelector<HTMLElement>('button[type=submit]')
    : element.closest<HTMLElement>('button');
}

/** Whether all of these are in the browser's cache by now, so that importing the first does not learn of the others one by one. */
async function areFetched(addresses: readonly string[]): Promise<boolean> {
  const answers = addresses.map(async (address) => {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  });
  return (await Promise.all(answers).catch(() => [false])).every(Boolean);
}
