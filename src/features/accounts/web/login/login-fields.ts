import { LOGIN_PASSWORD_HINT } from '../../model/account-limits.ts';
import { isEmailAddress, normaliseEmail } from '../../model/email-address.ts';
import type { AccountDraft } from '../login-request.ts';
import { setFieldNote } from './field-notes.ts';
import type { LoginClasses, LoginTexts } from './login-texts.ts';

/**
 * The two fields of the login form. A field is first validated when the form is submitted or the other field gets the
 * focus. After that, it is validated on each input, as `useFields` does for React forms.
 */
export class LoginFields {
  readonly #email: HTMLInputElement;
  readonly #password: HTMLInputElement;
  readonly #texts: LoginTexts;
  readonly #classes: LoginClasses;
  readonly #lookedAt = new Set<HTMLInputElement>();
  /** Errors from the server. Each is shown while the field has the rejected value. */
  readonly #refused = new Map<HTMLInputElement, { value: string; text: string }>();
  #isHinted = false;

  constructor(
    form: HTMLFormElement,
    { texts, classes }: { texts: LoginTexts; classes: LoginClasses },
    draft: Partial<AccountDraft> = {},
  ) {
    this.#email = form.querySelector<HTMLInputElement>('[name=email]')!;
    this.#password = form.querySelector<HTMLInputElement>('[name=password]')!;
    this.#texts = texts;
    this.#classes = classes;
    // Keeps what was typed before this script loaded, unless the draft has a value.
    if (draft.email) this.#email.value = draft.email;
    if (draft.password) this.#password.value = draft.password;
    for (const input of this.#inputs) {
      input.addEventListener('input', () => this.#show(input));
      const leaveFor = (next: EventTarget | null) => {
        // Only when the focus moves to the other field: an error that appears could move a button while it is pressed.
        if (input.value === '' || next === input || !(next instanceof HTMLInputElement)) return;
        this.#lookedAt.add(input);
        this.#show(input);
      };
      input.addEventListener('blur', ({ relatedTarget }) => leaveFor(relatedTarget));
      // The field may have been left before this script loaded.
      leaveFor(document.activeElement);
    }
    this.#bindEye(form.querySelector<HTMLElement>('[data-shows]')!);
  }

  get #inputs(): readonly [HTMLInputElement, HTMLInputElement] {
    return [this.#email, this.#password];
  }

  get values(): { email: string; password: string } {
    return { email: this.#email.value, password: this.#password.value };
  }

  get areFilled(): boolean {
    return this.#email.value.trim() !== '' && this.#password.value !== '';
  }

  /** Calls back immediately and on each change. */
  onChange(callback: () => void): void {
    for (const input of this.#inputs) input.addEventListener('input', callback);
    callback();
  }

  /** Shows errors from now on and focuses the first invalid field. Returns false if there is one. */
  check(): boolean {
    this.#isHinted = true;
    for (const input of this.#inputs) {
      this.#lookedAt.add(input);
      this.#show(input);
    }
    const wrong = this.#inputs.find((input) => this.#problem(input) !== null);
    wrong?.focus();
    return wrong === undefined;
  }

  /** Shows the server’s errors for these fields and focuses the first. Returns false if there are none. */
  refuse(found: Readonly<Record<string, string>>): boolean {
    const wrong = this.#inputs.filter((input) => found[input.name] !== undefined);
    for (const input of wrong) {
      this.#refused.set(input, { value: input.value, text: found[input.name] ?? '' });
      this.#show(input);
    }
    wrong[0]?.focus();
    return wrong.length > 0;
  }

  selectPassword(): void {
    this.#password.select();
  }

  #problem(input: HTMLInputElement): string | null {
    if (input === this.#password) return input.value.trim() === '' ? this.#texts['field.empty_password'] : null;
    const email = normaliseEmail(input.value);
    if (email === '') return this.#texts['field.email_empty'];
    return isEmailAddress(email) ? null : this.#texts['field.email_invalid'];
  }

  #show(input: HTMLInputElement): void {
    const refused = this.#refused.get(input);
    const known = this.#lookedAt.has(input) ? this.#problem(input) : null;
    const wrong = refused?.value === input.value ? refused.text : known;
    const isShort = this.#isHinted && input.value !== '' && [...input.value].length < LOGIN_PASSWORD_HINT;
    const { hint } = input.dataset;
    if (wrong !== null) setFieldNote(input, { kind: 'wrong', text: wrong }, this.#classes);
    else setFieldNote(input, isShort && hint ? { kind: 'help', text: hint } : null, this.#classes);
  }

  #bindEye(eye: HTMLElement): void {
    eye.addEventListener('click', () => {
      const isShown = this.#password.type === 'text';
      this.#password.type = isShown ? 'password' : 'text';
      eye.setAttribute('aria-pressed', String(!isShown));
      for (const drawing of eye.querySelectorAll<HTMLElement>('span')) drawing.hidden = !drawing.hidden;
    });
  }
}
