import { SECOND } from '#core/time.ts';
import { policy, TURNSTILE } from '#web/trusted-types.ts';

/** The part of Cloudflare’s API that is used (see their client-side reference). */
interface Turnstile {
  render: (
    host: HTMLElement,
    options: {
      sitekey: string;
      action: string;
      appearance: 'interaction-only';
      callback: (answer: string) => void;
      'error-callback': (code: string) => void;
      'timeout-callback': () => void;
    },
  ) => string;
  remove: (widget: string) => void;
}
const theirs = globalThis as { turnstile?: Turnstile };

/** Maximum time for loading the script. */
const LOAD_MS = 15 * SECOND;
/** Maximum time for the user to interact with the box. */
const ANSWER_MS = 120 * SECOND;

let loading: Promise<Turnstile> | null = null;

/** Loads the script for the first check, and never on pages that need none. */
function load(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => reject(new Error('The Turnstile script was not loaded'));
    const timer = setTimeout(fail, LOAD_MS);
    // TypeScript’s DOM types don’t accept a `TrustedScriptURL` here yet.
    script.src = policy.createScriptURL(TURNSTILE);
    script.async = true;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      if (theirs.turnstile) resolve(theirs.turnstile);
      else fail();
    };
    document.head.append(script);
  }).catch((error: unknown) => {
    // The next attempt loads it again.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Requests a response from Turnstile. Its box appears only if it requires an interaction. The box is added to the open
 * dialog, because everything outside a modal dialog is inert.
 */
export async function askTurnstile(siteKey: string, action: string): Promise<string> {
  const turnstile = await load();
  const host = document.createElement('div');
  // Selected by person-check.module.css.
  host.dataset.turnstile = '';
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(host);
  let widget: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (code?: string) => reject(new Error(`Turnstile gave no response: ${code ?? 'too late'}`));
      timer = setTimeout(fail, ANSWER_MS);
      widget = turnstile.render(host, {
        sitekey: siteKey,
        action,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': fail,
        'timeout-callback': () => fail(),
      });
    });
  } finally {
    clearTimeout(timer);
    if (widget !== undefined) turnstile.remove(widget);
    host.remove();
  }
}
