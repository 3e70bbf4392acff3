import type { LoginClasses } from './login-texts.ts';

/** What stands under a field of a plain form, as `TextField` would show it: what is wrong, or what helps. Null takes it away. */
export function setFieldNote(
  input: HTMLInputElement,
  note: { kind: 'wrong' | 'help'; text: string } | null,
  classes: LoginClasses,
): void {
  const id = `${input.id}-note`;
  const isWrong = note?.kind === 'wrong';
  input.toggleAttribute('aria-invalid', false);
  if (isWrong) input.setAttribute('aria-invalid', 'true');
  let element = document.getElementById(id);
  if (!note) {
    element?.remove();
    input.removeAttribute('aria-describedby');
    return;
  }
  if (!element) {
    element = document.createElement('p');
    element.id = id;
    input.closest(`.${classes.field}`)?.append(element);
    input.setAttribute('aria-describedby', id);
  }
  element.className = classes[note.kind];
  element.textContent = note.text;
}
