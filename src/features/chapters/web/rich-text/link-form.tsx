import type { Editor } from '@tiptap/core';
import { Check, Unlink } from 'lucide';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { webAddress } from './links.ts';
import styles from './rich-text.module.css';

const HIGHLIGHT = 'words-to-link';

/** Highlights the text to link, because browsers hide the selection while a field has the focus. */
function useHighlight(editor: Editor): void {
  useEffect(() => {
    if (typeof Highlight === 'undefined') return;
    const { view, state } = editor;
    const [from, to] = [view.domAtPos(state.selection.from), view.domAtPos(state.selection.to)];
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    CSS.highlights.set(HIGHLIGHT, new Highlight(range));
    return () => void CSS.highlights.delete(HIGHLIGHT);
  }, [editor]);
}

/** The URL field for the selected text. Without a selection, the URL itself is inserted. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useT('chapters');
  const id = useId();
  const [before] = useState(() => (editor.getAttributes('link').href as string | undefined) ?? '');
  const [address, setAddress] = useState(before);
  const [isWrong, setIsWrong] = useState(false);
  useHighlight(editor);
  const done = () => {
    onDone();
    editor.view.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = webAddress(address);
    if (!href) {
      setIsWrong(true);
      return;
    }
    const isBare = editor.state.selection.empty && before === '';
    if (isBare) editor.commands.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] });
    else editor.commands.setWebLink(href);
    done();
  };
  return (
    <form
      className={styles.linkForm}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        done();
      }}
    >
      <label className="hide" htmlFor={id}>
        {t('chapters.link_address')}
      </label>
      <input
        id={id}
        className={styles.linkField}
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        value={address}
        // It was opened to be filled in.
        ref={(input) => input?.focus()}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setAddress(event.target.value);
          setIsWrong(false);
        }}
      />
      <Button kind="icon" type="submit" aria-label={t('chapters.link_set')}>
        <Icon of={Check} />
      </Button>
      {before !== '' && (
        <Button
          kind="icon"
          aria-label={t('chapters.link_remove')}
          onClick={() => {
            editor.commands.setWebLink(null);
            done();
          }}
        >
          <Icon of={Unlink} />
        </Button>
      )}
      {isWrong && (
        <p id={`${id}-wrong`} className={styles.linkWrong} role="alert">
          {t('chapters.link_wrong')}
        </p>
      )}
    </form>
  );
}
