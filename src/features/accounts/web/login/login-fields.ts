import { LOGIN_PASSWORD_HINT } from '../../model/account-limits.ts';
import { isEmailAddress, normaliseEmail } from '../../model/email-address.ts';
import type { AccountDraft } from '../login-request.ts';
import { setFieldNote } from './field-notes.ts';
import type { LoginClasses, LoginTexts } from './login-texts.ts';

/**
 * The two fields of the log-in form. One is found wrong when the form is sent, or when the other is entered; from then on it is
 * looked at with each letter, as `useFields` does for forms of React.
 */
export class LoginFields {
  readonly #email: HTMLInputElement;
  readonly #password: HTMLInputElement;
  readonly #texts: LoginTexts;
  readonly #classes: LoginClasses;
  readonly #lookedAt = new Set<HTMLInputElement>();
  /** What the server found wrong, as long as it is not changed. */
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
    // What was typed before this script was there stays.
    if (draft.email) this.#email.value = draft.email;
    if (draft.password) this.#password.value = draft.password;
    for (const input of this.#inputs) {
      input.addEventListener('input', () => this.#show(input));
      const leaveFor = (next: EventTarget | null) => {
        // Only on the way to the other field: what appears would move a button away from under the press.
        if (input.value === '' || next === input || !(next instanceof HTMLInputElement)) return;
        this.#lookedAt.add(input);
        this.#show(input);
      };
      input.addEventListener('blur', ({ relatedTarget }) => leaveFor(relatedTarget));
      // Or was left before this script was there.
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

  /** Calls back now and with each change. */
  onChange(callback: () => void): void {
    for (const input of this.#inputs) input.addEventListener('input', callback);
    callback();
  }

  /** Shows what is wrong from now on and goes to the first; false when something is. */
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

  /** Shows what the server found wrong with fields and goes to the first; false when nothing. */
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
