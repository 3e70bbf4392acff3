import { useEffect, useRef, useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { ChapterDocument } from '../../model/document.ts';
import prose from '../prose.module.css';
import { BlockMenu, InsertButton } from './block-menu.tsx';
import { FloatingToolbar } from './floating-toolbar.tsx';
import styles from './rich-text.module.css';
import { createText, type TextHandle } from './text-handle.ts';
import { useCoarsePointer } from './use-editor-facts.ts';

export interface ChapterTextProps {
  /** The initial text. Later texts are set through the handle. */
  document: ChapterDocument;
  language: Language;
  /** Placeholder of the empty text. */
  hint: string;
  /** Words that a review was about. */
  flagged?: readonly string[];
  editable: boolean;
  /** Ids of the elements that describe it, such as its errors. */
  describedBy?: string | undefined;
  invalid?: boolean;
  onText: (text: TextHandle | null) => void;
  onChange: () => void;
  /** Ctrl F. Without it, the browser’s own search opens. */
  onFind?: () => void;
}

/**
 * The text field of a chapter. The editor is created once and lives as long as this component. React renders only what
 * is around it.
 */
export function ChapterText(props: ChapterTextProps) {
  const { language, editable } = props;
  const t = useT('chapters');
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [text, setText] = useState<TextHandle | null>(null);
  const [asked, setAsked] = useState<'tools' | 'link' | null>(null);
  const [menu, setMenu] = useState<{ typed: string } | null>(null);
  const isCoarse = useCoarsePointer();
  const goOn = isCoarse ? t('chapters.go_on_touch') : t('chapters.go_on');
  const goOnNow = useRef(goOn);
  goOnNow.current = goOn;
  const label = t('chapters.text');

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; changing props are read through a ref
  useEffect(() => {
    const made = createText({
      element: host.current!,
      document: latest.current.document,
      attributes: {
        class: classNames(prose.prose, styles.text),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang: LANGUAGE_TAGS[language],
      },
      hint: (alone) => (alone ? latest.current.hint : goOnNow.current),
      flagged: latest.current.flagged ?? [],
      finding: { found: styles.found!, current: styles.foundHere! },
      actions: () => ({
        toToolbar: () => setAsked('tools'),
        link: () => setAsked('link'),
        blockMenu: () => setMenu({ typed: '/' }),
        find: () => {
          latest.current.onFind?.();
          return latest.current.onFind !== undefined;
        },
      }),
      changed: () => latest.current.onChange(),
    });
    setText(made);
    latest.current.onText(made);
    return () => {
      latest.current.onText(null);
      made.destroy();
    };
  }, []);

  useEffect(() => text?.editor.setEditable(editable, false), [text, editable]);
  const { describedBy, invalid = false } = props;
  useEffect(() => {
    const field = text?.editor.view.dom;
    if (!field) return;
    for (const [name, value] of [
      ['aria-describedby', describedBy],
      ['aria-invalid', invalid ? 'true' : undefined],
      ['aria-readonly', editable ? undefined : 'true'],
    ] as const)
      if (value) field.setAttribute(name, value);
      else field.removeAttribute(name);
  }, [text, describedBy, invalid, editable]);

  return (
    <div className={styles.sheet}>
      {text && editable && !isCoarse && (
        <>
          <FloatingToolbar editor={text.editor} language={language} asked={asked} onClose={() => setAsked(null)} />
          <InsertButton editor={text.editor} onOpen={() => setMenu({ typed: '' })} />
        </>
      )}
      <div ref={host} />
      {text && menu && <BlockMenu editor={text.editor} typed={menu.typed} onClose={() => setMenu(null)} />}
    </div>
  );
}
