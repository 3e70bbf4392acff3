import type { Editor } from '@tiptap/core';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { REDO, UNDO } from './format-actions.ts';
import { useEditorFacts } from './use-editor-facts.ts';

/** Undo and redo, where there is no toolbar above a keyboard. A press leaves the focus in the text. */
export function UndoButtons({ editor }: { editor: Editor }) {
  const t = useT('chapters');
  const [canUndo, canRedo] = useEditorFacts(editor, (it) => [it.can().undo(), it.can().redo()] as const);
  return [
    { act: UNDO, isPossible: canUndo, run: () => editor.commands.undo() },
    { act: REDO, isPossible: canRedo, run: () => editor.commands.redo() },
  ].map(({ act, isPossible, run }) => (
    <Button
      key={act.label}
      kind="icon"
      aria-label={t(act.label)}
      title={t(act.label)}
      aria-keyshortcuts={act.keys}
      // A disabled button would lose the focus after the last step.
      aria-disabled={!isPossible}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isPossible && run()}
    >
      <Icon of={act.icon} />
    </Button>
  ));
}
