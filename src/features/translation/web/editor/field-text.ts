/** Inserts words at the caret, replacing the selection, as one step of the field’s own undo. */
export function insertWords(field: HTMLTextAreaElement, words: string): void {
  field.focus();
  // Deprecated, but the only way that keeps the field’s undo history.
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

/** Focuses a row’s field, with the caret at its end. */
export function enterField(field: HTMLTextAreaElement | undefined): void {
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
