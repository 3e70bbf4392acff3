import type { Editor } from '@tiptap/core';
import { Plus } from 'lucide';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { MENU_BLOCKS } from './format-actions.ts';
import styles from './rich-text.module.css';
import { useEditorFacts } from './use-editor-facts.ts';

/** Positions an element next to the line with the caret. */
function putAtLine(editor: Editor, element: HTMLElement, side: 'below' | 'beside'): void {
  const box = element.offsetParent?.getBoundingClientRect();
  if (!box) return;
  const line = editor.view.coordsAtPos(editor.state.selection.from);
  const room = innerHeight - line.bottom;
  const y =
    side === 'beside'
      ? (line.top + line.bottom - element.offsetHeight) / 2
      : room < element.offsetHeight + 80
        ? line.top - element.offsetHeight - 4
        : line.bottom + 4;
  element.style.translate = `0 ${Math.round(y - box.top)}px`;
}

/** The “+” button next to an empty paragraph, if there is a margin for it. */
export function InsertButton({ editor, onOpen }: { editor: Editor; onOpen: () => void }) {
  const t = useT('chapters');
  const button = useRef<HTMLDivElement>(null);
  const { shown, at, size } = useEditorFacts(editor, ({ state: { selection, doc }, isFocused }) => ({
    shown: isFocused && selection.empty && selection.$from.depth === 1 && selection.$from.parent.content.size === 0,
    at: selection.from,
    size: doc.content.size,
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line moves when the text above it grows
  useLayoutEffect(() => {
    if (shown && button.current) putAtLine(editor, button.current, 'beside');
  }, [editor, shown, at, size]);
  if (!shown) return null;
  return (
    <div ref={button} className={styles.insert}>
      <Button
        kind="icon"
        aria-label={t('chapters.insert')}
        aria-haspopup="menu"
        // With the focus it would disappear and lose it. On the keyboard there is “/”.
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onOpen}
      >
        <Icon of={Plus} />
      </Button>
    </div>
  );
}

/**
 * The menu of blocks. If it was opened with “/” and is closed without a choice, the character returns to the text, as
 * does further typing.
 */
export function BlockMenu({ editor, typed, onClose }: { editor: Editor; typed: string; onClose: () => void }) {
  const t = useT('chapters');
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!menu.current) return;
    putAtLine(editor, menu.current, 'below');
    menu.current.querySelector('button')?.focus({ preventScroll: true });
  }, [editor]);
  useEffect(() => {
    const leave = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);

  const backToText = (text: string) => {
    onClose();
    editor.view.focus();
    if (text) editor.view.dispatch(editor.state.tr.insertText(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const here = items.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (event.key === 'Escape') backToText(typed);
    else if (event.key === 'Backspace' || event.key === 'Tab') backToText('');
    else if ([...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
      backToText(typed + event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} role="menu" aria-label={t('chapters.insert')} className={styles.blockMenu} onKeyDown={onKeyDown}>
      {MENU_BLOCKS.map((act) => (
        <button
          key={act.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            act.run(editor);
          }}
        >
          <Icon of={act.icon} />
          {t(act.label)}
        </button>
      ))}
    </div>
  );
}
