import type { Editor } from '@tiptap/core';
import type { IconNode } from 'lucide';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Language } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { type FormatAction, LINK, markActions, REDO, TOOLBAR_BLOCKS, UNDO } from './format-actions.ts';
import styles from './rich-text.module.css';
import { useEditorFacts } from './use-editor-facts.ts';

/**
 * The buttons of the toolbar, floating or docked: a single tab stop with arrow keys inside. A press leaves the focus in
 * the text, so that a phone’s keyboard stays open.
 */
export function FormatButtons({
  editor,
  language,
  docked = false,
  onLink,
}: {
  editor: Editor;
  language: Language;
  docked?: boolean;
  onLink: () => void;
}) {
  const t = useT('chapters');
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const groups: (FormatAction | typeof LINK)[][] = [
    [...(docked ? [UNDO, REDO] : []), ...markActions(language)],
    [...TOOLBAR_BLOCKS, LINK],
  ];
  const actions = groups.flat();
  const on = useEditorFacts(editor, () => actions.map((act) => act.isOn?.(editor) ?? null));

  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: actions.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + actions.length) % actions.length;
    setStop(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  let index = -1;
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('chapters.format')}
      className={classNames(styles.tools, docked && styles.docked)}
      onKeyDown={move}
    >
      {groups.map((group, i) => (
        <span key={group[0]!.label} className={styles.group}>
          {i > 0 && <i />}
          {group.map((act) => {
            index += 1;
            const place = index;
            return (
              <FormatButton
                key={act.label}
                label={t(act.label)}
                icon={act.icon}
                keys={act.keys}
                on={on[place] ?? null}
                stop={stop === place}
                onPress={() => {
                  setStop(place);
                  if ('run' in act) act.run(editor);
                  else onLink();
                }}
              />
            );
          })}
        </span>
      ))}
    </div>
  );
}

function FormatButton({
  label,
  icon,
  keys,
  on,
  stop,
  onPress,
}: {
  label: string;
  icon: IconNode;
  keys: string | undefined;
  on: boolean | null;
  stop: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={on ?? undefined}
      aria-keyshortcuts={keys}
      tabIndex={stop ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon of={icon} />
    </button>
  );
}
