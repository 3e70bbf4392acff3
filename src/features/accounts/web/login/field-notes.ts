import type { LoginClasses } from './login-texts.ts';

/** Shows an error or a hint under a field of a form without React, like `TextField` does. Null removes it. */
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
