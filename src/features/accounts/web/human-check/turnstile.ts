import { SECOND } from '#core/time.ts';
import { policy, TURNSTILE } from '#web/trusted-types.ts';

/** What of Cloudflare's script is used (their reference of the client side). */
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

/** Longest that the script may take to come. */
const LOAD_MS = 15 * SECOND;
/** Longest that somebody may take who is asked for a press. */
const ANSWER_MS = 120 * SECOND;

let loading: Promise<Turnstile> | null = null;

/** Fetches the script with the first check, and never on pages that need none. */
function load(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => reject(new Error('The script of Turnstile did not come'));
    const timer = setTimeout(fail, LOAD_MS);
    // The types of the browser do not know yet that the policy's address is what a script asks for.
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
    // Tried again at the next press.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Asks Turnstile for an answer. Its box appears only when it wants a press: in the dialog that is open, since what lies
 * outside of that cannot be reached.
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
      const fail = (code?: string) => reject(new Error(`Turnstile gave no answer: ${code ?? 'too late'}`));
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
