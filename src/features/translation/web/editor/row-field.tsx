import { type ClipboardEvent, type FocusEvent, useLayoutEffect, useRef } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { paragraphsIn } from '../../model/editor-rows.ts';
import styles from './editor.module.css';

/** Normalizes the text of a field. While a blank line is being typed, nothing has changed yet. */
const settled = (value: string, isField: boolean) => (isField ? value : paragraphsIn(value).join('\n\n'));

function sizeByText(field: HTMLTextAreaElement): void {
  if (field.parentElement) field.parentElement.dataset.text = field.value;
}

/** The text field of a row. It is uncontrolled, so that undo, the caret and input methods are never disturbed. */
export function RowField({
  rowKey,
  text,
  isField,
  language,
  label,
  placeholder,
  readOnly,
  onText,
  onPaste,
  onEnter,
  onLeave,
}: {
  rowKey: string;
  text: string;
  isField: boolean;
  language: Language;
  label: string;
  placeholder: string;
  readOnly: boolean;
  onText: (value: string) => void;
  onPaste: (pasted: string) => void;
  onEnter: () => void;
  onLeave: (wasEdited: boolean) => void;
}) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    if (settled(field.value, isField) !== settled(text, isField)) field.value = text;
    sizeByText(field);
  }, [text, isField]);
  const leave = (event: FocusEvent<HTMLTextAreaElement>) => {
    // The window lost the focus, or it moved within the row. The row hasn’t been left.
    if (document.activeElement === event.currentTarget) return;
    if (event.relatedTarget instanceof Node && event.currentTarget.closest('li')?.contains(event.relatedTarget)) return;
    onLeave(wasEdited.current);
    wasEdited.current = false;
  };
  return (
    <div className={styles.grow}>
      <textarea
        ref={ref}
        className={styles.text}
        rows={1}
        data-row={rowKey}
        lang={LANGUAGE_TAGS[language]}
        spellCheck
        aria-label={label}
        placeholder={placeholder}
        readOnly={readOnly}
        defaultValue={text}
        onChange={({ currentTarget }) => {
          wasEdited.current = true;
          sizeByText(currentTarget);
          onText(currentTarget.value);
        }}
        onPaste={({ clipboardData }: ClipboardEvent) => onPaste(clipboardData.getData('text/plain'))}
        onFocus={onEnter}
        onBlur={leave}
      />
    </div>
  );
}
