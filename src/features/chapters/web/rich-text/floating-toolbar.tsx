import { type Editor, isTextSelection } from '@tiptap/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { FormatButtons } from './format-buttons.tsx';
import { LinkForm } from './link-form.tsx';
import styles from './rich-text.module.css';
import { useEditorFacts } from './use-editor-facts.ts';

/** Distance in px between toolbar and text, and the height of the bar above. */
const GAP = 8;
const BAR = 60;

/** True while the user selects with a pointer, when a toolbar would be in the way. */
function usePressing(editor: Editor): boolean {
  const [pressing, setPressing] = useState(false);
  useEffect(() => {
    const { dom } = editor.view;
    const press = () => setPressing(true);
    const release = () => setPressing(false);
    dom.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', release);
    document.addEventListener('pointercancel', release);
    return () => {
      dom.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerup', release);
      document.removeEventListener('pointercancel', release);
    };
  }, [editor]);
  return pressing;
}

/**
 * The toolbar at a selection. `asked` is true if it was opened by keyboard: it then stays until Escape or the next
 * press.
 */
export function FloatingToolbar({
  editor,
  language,
  asked,
  onClose,
}: {
  editor: Editor;
  language: Language;
  asked: 'tools' | 'link' | null;
  onClose: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [linking, setLinking] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const pressing = usePressing(editor);
  const { from, to, focused, selects } = useEditorFacts(editor, ({ state, isFocused }) => ({
    from: state.selection.from,
    to: state.selection.to,
    focused: isFocused,
    selects: isTextSelection(state.selection) && !state.selection.empty,
  }));
  const shown = asked !== null || hasFocus || (selects && focused && !pressing);
  const isLink = shown && (linking || asked === 'link');

  // biome-ignore lint/correctness/useExhaustiveDependencies: its size depends on its content
  useLayoutEffect(() => {
    const element = place.current;
    const sheet = element?.offsetParent;
    if (!shown || !element || !sheet) return;
    const put = () => {
      const box = sheet.getBoundingClientRect();
      const start = editor.view.coordsAtPos(from);
      const end = editor.view.coordsAtPos(to);
      const isOneLine = Math.abs(start.top - end.top) < 2;
      const middle = isOneLine ? (start.left + end.left) / 2 : (start.left + box.right) / 2;
      const x = Math.max(0, Math.min(middle - element.offsetWidth / 2 - box.left, box.width - element.offsetWidth));
      const above = start.top - element.offsetHeight - GAP;
      const y = above < BAR ? end.bottom + GAP : above;
      element.style.translate = `${Math.round(x)}px ${Math.round(y - box.top)}px`;
    };
    put();
    addEventListener('resize', put);
    return () => removeEventListener('resize', put);
  }, [editor, shown, from, to, isLink]);

  useEffect(() => {
    if (asked === 'tools') place.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  }, [asked]);

  if (!shown) return null;
  const close = () => {
    setLinking(false);
    setHasFocus(false);
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of its buttons
    <div
      ref={place}
      className={styles.float}
      onFocus={() => setHasFocus(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        close();
        editor.view.focus();
      }}
    >
      {isLink ? (
        <LinkForm editor={editor} onDone={close} />
      ) : (
        <FormatButtons editor={editor} language={language} onLink={() => setLinking(true)} />
      )}
    </div>
  );
}
