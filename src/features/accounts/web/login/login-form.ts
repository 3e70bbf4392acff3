import { ApiError, call } from '#web/api/client.ts';
import { errorText } from '#web/api/error-text.ts';
import { keepArrival } from '#web/boot/arrival.ts';
import { hasReact, whenAwake } from '#web/boot/awake.ts';
import { rememberFocus } from '#web/ui/focus.ts';
import { toast } from '#web/ui/toast.ts';
import { accountApi, type Tokens } from '../../contract.ts';
import { loginApi } from '../../contract-logins.ts';
import { normaliseEmail } from '../../model/email-address.ts';
import { enter } from '../enter.ts';
import { humanCheckOf } from '../human-check/human-check.ts';
import {
  type AccountView,
  askForAccountDialog,
  type LoginRequest,
  type SecondStep,
  secondStepOf,
} from '../login-request.ts';
import { announceThroughReact } from '../restriction.ts';
import { keepWishOf } from '../wishes.ts';
import { LoginFields } from './login-fields.ts';
import { classesOf, REASONS, textsOf } from './login-texts.ts';
import { bindPersonRow } from './person-row.ts';

/**
 * Adds the behavior to the form of `login-template.tsx`. Closing it returns the focus to `opener`. Doesn't use React,
 * because it has to work before React is loaded. The other account dialogs use React and take over the typed values.
 */
export function bindLogin(dialog: HTMLDialogElement, request: LoginRequest = {}, opener: Element | null = null): void {
  const texts = textsOf(dialog);
  const look = { texts, classes: classesOf(dialog) };
  const find = (key: string) => new Map<string, string>(Object.entries(texts)).get(key);
  const part = (name: string) => dialog.querySelector<HTMLElement>(`[data-${name}]`)!;
  const form = dialog.querySelector('form')!;
  const sender = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
  const fields = new LoginFields(form, look, request.draft);
  const check = humanCheckOf('login');
  const failure = part('failure');
  // Not in the document until they're needed, because screen readers announce everything in an alert.
  const [resender, linker] = [part('resends'), part('links')];
  for (const button of [resender, linker]) {
    button.remove();
    button.hidden = false;
  }
  const person = bindPersonRow(part('person'), check, look);

  const showFailure = (text: string | null, button: HTMLElement | null = null) => {
    failure.hidden = text === null;
    failure.querySelector('p')!.textContent = text;
    for (const other of [resender, linker]) if (other !== button) other.remove();
    if (button) failure.firstElementChild!.append(button);
  };
  /** Returns the button that helps with this failure. */
  const helpOf = (error: unknown) => {
    if (!(error instanceof ApiError)) return null;
    if (error.code === 'email_not_verified') return resender;
    return error.details.offersLink ? linker : null;
  };
  /** Runs the action of a button, unless it is already running. Returns the error it threw, or null. */
  const during = async (button: HTMLElement, act: () => Promise<void>): Promise<unknown> => {
    if (button.hasAttribute('aria-busy')) return null;
    button.setAttribute('aria-busy', 'true');
    try {
      await act();
      return null;
    } catch (error) {
      return error;
    } finally {
      button.removeAttribute('aria-busy');
    }
  };

  const enterWith = (tokens: Tokens) => {
    if (!request.after) keepWishOf(request.wish);
    const isInAnotherLanguage = enter(tokens);
    dialog.close();
    const said = texts[tokens.accountKept ? 'accounts.account_kept' : 'loginModal.login_success'];
    // What the member wanted to do continues on this page.
    if (!hasReact() || (isInAnotherLanguage && !request.after)) {
      keepArrival({ say: said, undo: null });
      return location.reload();
    }
    toast(said);
    whenAwake(() => request.after?.());
  };
  const send = async () => {
    const answer = await check.answer();
    const sent = { ...fields.values, email: normaliseEmail(fields.values.email), platform: 'web' as const };
    const verified = answer === undefined ? sent : { ...sent, cfTurnstileResponse: answer };
    enterWith(await call(accountApi.login, verified).finally(() => check.spend()));
  };
  const submit = async () => {
    if (sender.hasAttribute('aria-busy')) return;
    showFailure(null);
    if (!fields.check()) return;
    const error = await during(sender, send);
    if (error === null) return;
    if (error instanceof ApiError && error.code === 'banned') {
      dialog.close();
      announceThroughReact(error.details);
      return;
    }
    const secondStep = secondStepOf(error);
    if (secondStep) {
      const failed = await during(sender, () => show('second_step', { secondStep }));
      return failed === null ? undefined : showFailure(errorText(failed, find));
    }
    if (error instanceof ApiError && fields.refuse(error.fields)) return;
    showFailure(errorText(error, find), helpOf(error));
    fields.selectPassword();
  };

  const show = (view: AccountView, more: { isSentAgain?: boolean; secondStep?: SecondStep } = {}) =>
    new Promise<void>((resolve, reject) => {
      // Pages without React can't show the dialog, but the home page can.
      if (!hasReact()) return location.assign('/');
      const { reason, wish, after } = request;
      const asked = {
        view,
        wish,
        ...more,
        ...(reason ? { reason } : {}),
        ...(after ? { after } : {}),
      };
      const onReady = () => {
        dialog.close();
        resolve();
        return fields.values;
      };
      const onFailed = () => reject(new ApiError('network', 'The dialog was not loaded'));
      whenAwake(() => askForAccountDialog({ ...asked, onReady, onFailed }), onFailed);
    });
  const resend = async () => {
    const asking = humanCheckOf('resend');
    const answer = await asking.answer();
    const email = normaliseEmail(fields.values.email);
    const sent = answer === undefined ? { email } : { email, cfTurnstileResponse: answer };
    await call(accountApi.resendVerification, sent).finally(() => asking.spend());
    await show('register_tips', { isSentAgain: true });
  };

  /** Has a link emailed that logs in, while others guess the password. */
  const sendLink = async () => {
    const answer = await check.answer();
    const email = normaliseEmail(fields.values.email);
    const sent = answer === undefined ? { email } : { email, cfTurnstileResponse: answer };
    await call(loginApi.requestLink, sent).finally(() => check.spend());
    showFailure(null);
    toast(texts['accounts.login_link_sent']);
  };

  check.forgive();
  if (request.reason) {
    part('why').hidden = false;
    dialog.querySelector('h2')!.textContent = texts[REASONS[request.reason]];
  }
  if (request.reason === 'report') {
    const notice = part('notice');
    notice.hidden = false;
    // The form is filled in with the page that it is about.
    const { pathname, search } = new URL(location.href);
    notice.querySelector('a')!.search = new URLSearchParams({ url: pathname + search }).toString();
  }
  const restoreFocus = rememberFocus(opener);
  dialog.addEventListener('close', () => {
    person();
    restoreFocus();
  });
  for (const [button, act] of [
    [resender, resend],
    [linker, sendLink],
  ] as const)
    button.addEventListener('click', async () => {
      const error = await during(button.querySelector('button')!, act);
      if (error !== null) showFailure(errorText(error, find), button);
    });
  for (const button of dialog.querySelectorAll<HTMLElement>('[data-view]'))
    button.addEventListener('click', async () => {
      const error = await during(button, () => show(button.dataset.view as AccountView));
      if (error !== null) showFailure(errorText(error, find));
    });
  // Logging in elsewhere ends on this page again, in this tab.
  for (const link of form.querySelectorAll('a[data-returns]'))
    link.addEventListener('click', () => keepWishOf(request.wish));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  // Start the check once both fields are filled, so that it is usually done before the form is submitted.
  fields.onChange(() => {
    if (fields.areFilled && check.snapshot().phase === 'idle') check.answer().catch(() => {});
  });
}
