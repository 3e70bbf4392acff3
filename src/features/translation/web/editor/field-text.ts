/** Puts words at the caret, in the place of what is selected, as one step that the field's own undo takes back. */
export function insertWords(field: HTMLTextAreaElement, words: string): void {
  field.focus();
  // Deprecated, and the only way that keeps the undo of the field; nothing else is asked of it.
  if (document.execCommand('insertText', false, words)) return;
  field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The fields of the rows, in order. */
export function rowFields(): HTMLTextAreaElement[] {
  return [...document.querySelectorAll<HTMLTextAreaElement>('textarea[data-row]')];
}

export function fieldOf(key: string): HTMLTextAreaElement | undefined {
  return rowFields().find((field) => field.dataset.row === key);
}

/** Goes to a row's field, with the caret at its end. */
export function enterField(field: HTMLTextAreaElement | undefined): void {
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
