import type { KeyboardEvent } from 'react';
import { enterField, rowFields } from './field-text.ts';
import type { RowActions } from './use-row-actions.ts';

/**
 * Shortcuts of the editor. Digits are matched by key position, because Option and a digit type a character on a Mac.
 * Ignored while an input method is composing.
 */
export function rowKeys(actions: RowActions, namesOf: (key: string) => readonly string[], save: () => void) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isCommand && event.key.toLowerCase() === 's') {
      event.preventDefault();
      return save();
    }
    const field = event.target;
    const key = field instanceof HTMLTextAreaElement ? field.dataset.row : undefined;
    if (key === undefined) return;
    const fields = rowFields();
    const at = fields.indexOf(field as HTMLTextAreaElement);
    const isAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const go = (to: HTMLTextAreaElement | undefined) => {
      event.preventDefault();
      enterField(to);
    };
    const nextEmpty = fields.slice(at + 1).find(({ value }) => value.trim() === '');
    if (isCommand && event.key === 'Enter') {
      actions.finish(key);
      go(fields[at + 1]);
    } else if (isCommand && event.key === 'ArrowDown') go(nextEmpty);
    else if (isAlt && event.key === 'ArrowUp') go(fields[at - 1]);
    else if (isAlt && event.key === 'ArrowDown') go(fields[at + 1]);
    else if (isAlt && /^Digit[1-9]$/.test(event.code)) {
      const name = namesOf(key)[Number(event.code.at(-1)) - 1];
      if (name === undefined) return;
      event.preventDefault();
      actions.insert(key, name);
    }
  };
}
