import { toast } from '../ui/toast.ts';
import { reloadIfReachable } from './reload.ts';

const EARLY = ['click', 'submit'] as const;

/**
 * Prepares a part of the page for its plain script, and returns the function that loads it. `addresses` are the URLs of
 * the script and its imports, separated by spaces. `bind` gets its exports. A button pressed before that loads the
 * script, too. The last one is marked as busy and clicked again once the script is ready. Buttons that work without a
 * script, such as those of a popover, are only marked.
 *
 * If loading fails, shows `[data-failure]` and the text in `data-fails`. The next press tries again. The returned
 * function resolves to true if the script is loaded or being loaded.
 */
export function bindOnceLoaded<Script>(
  part: HTMLElement,
  addresses: string,
  bind: (script: Script) => void,
): () => Promise<boolean> {
  const files = addresses.split(' ');
  let pressed: HTMLElement | null = null;
  let isLoading = false;
  const load = async () => {
    if (isLoading) return true;
    isLoading = true;
    const script = await importScript<Script>(files);
    const button = pressed;
    pressed = null;
    button?.removeAttribute('aria-busy');
    if (script) {
      for (const type of EARLY) part.removeEventListener(type, keep, true);
      bind(script);
      if (button?.isConnected && !worksAlone(button)) button.click();
      return true;
    }
    isLoading = false;
    if (!button || (await reloadIfReachable(files[0]!))) return false;
    const failure = part.querySelector<HTMLElement>('[data-failure]');
    if (failure) failure.hidden = false;
    if (part.dataset.fails) toast(part.dataset.fails);
    return false;
  };
  const keep = (event: Event) => {
    const button = buttonOf(event);
    if (!button) return;
    // Submit buttons are handled by the `submit` event.
    if (event.type === 'click' && button.matches('[data-act], [data-closes], [type=submit]')) return;
    if (!worksAlone(button)) {
      event.preventDefault();
      event.stopPropagation();
    }
    pressed?.removeAttribute('aria-busy');
    pressed = button;
    pressed.setAttribute('aria-busy', 'true');
    void load();
  };
  for (const type of EARLY) part.addEventListener(type, keep, true);
  return load;
}

const worksAlone = (button: HTMLElement) => button.hasAttribute('popovertarget');

/** Returns the pressed button, or the submit button of a submitted form: scripts can submit a form without a press. */
function buttonOf({ target }: Event): HTMLElement | null {
  const element = target as Element;
  return element.matches('form')
    ? element.querySelector<HTMLElement>('button[type=submit]')
    : element.closest<HTMLElement>('button');
}

/** Imports the first of the files, which needs the others. Null if that fails. */
export async function importScript<Script>(files: readonly string[]): Promise<Script | null> {
  return (await areFetched(files)) ? import(/* @vite-ignore */ files[0]!).catch(() => null) : null;
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
