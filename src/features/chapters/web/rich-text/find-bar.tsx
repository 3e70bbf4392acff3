import type { Editor } from '@tiptap/core';
import { ChevronDown, ChevronUp, X } from 'lucide';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { endFind, find, foundIn, step } from './find-text.ts';
import styles from './rich-text.module.css';
import { useEditorFacts } from './use-editor-facts.ts';

/** Searches the text while the author types. Enter and Shift Enter show the next and the previous occurrence. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT('chapters');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(() => {
    const { from, to, empty } = editor.state.selection;
    return empty ? '' : editor.state.doc.textBetween(from, to, ' ').slice(0, 100);
  });
  const { count, at } = useEditorFacts(editor, (it) => ({ count: foundIn(it).spans.length, at: foundIn(it).at }));
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  useEffect(() => {
    if (!editor.isDestroyed) find(editor, words);
  }, [editor, words]);
  const close = () => {
    endFind(editor);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      step(editor, event.shiftKey ? -1 : 1);
    }
  };
  return (
    <search className={styles.find} onKeyDown={onKeyDown}>
      <label className="hide" htmlFor={id}>
        {t('chapters.find')}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.linkField}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('chapters.find')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <span className={`small num ${styles.findCount}`} role="status">
        {words !== '' && (count === 0 ? t('chapters.found_none') : t('chapters.found', { at: at + 1, count }))}
      </span>
      <Button
        kind="icon"
        aria-label={t('chapters.find_previous')}
        disabled={count === 0}
        onClick={() => step(editor, -1)}
      >
        <Icon of={ChevronUp} />
      </Button>
      <Button kind="icon" aria-label={t('chapters.find_next')} disabled={count === 0} onClick={() => step(editor, 1)}>
        <Icon of={ChevronDown} />
      </Button>
      <Button kind="icon" aria-label={t('chapters.find_close')} onClick={close}>
        <Icon of={X} />
      </Button>
    </search>
  );
}
