import { Ellipsis } from 'lucide';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import { useChapterForms } from '../saving/use-chapter-forms.ts';
import type { Writing } from '../saving/use-writing.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { EditorShortcutsDialog } from './keys-dialog.tsx';

interface Act {
  /** The menu item. It opens a dialog that asks for confirmation. */
  name: string;
  title: string;
  text: string;
  confirm: string;
  run: () => Promise<void>;
}

/**
 * Returns the handler of a menu item. Closes the menu first, so that the focus is on its button when the action moves it,
 * and returns there after a dialog.
 */
export const fromMenu = (act: () => void) => (event: MouseEvent) => {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  act();
};

/**
 * Rarely used actions: those of every editor, the list of shortcuts, and deleting the text. `act` is null if that isn’t
 * possible.
 */
export function EditorMenu({ act, items }: { act: Act | null; items: ReactNode }) {
  const t = useT('chapters');
  const [open, setOpen] = useState<'keys' | 'act' | null>(null);
  return (
    <>
      <Menu label={t('chapters.more')} kind="icon" face={<Icon of={Ellipsis} />}>
        {items}
        <button type="button" className="for-keys" onClick={fromMenu(() => setOpen('keys'))}>
          {t('chapters.keys')}
        </button>
        {act && (
          <button type="button" onClick={fromMenu(() => setOpen('act'))}>
            {act.name}
          </button>
        )}
      </Menu>
      {open === 'keys' && <EditorShortcutsDialog onClose={() => setOpen(null)} />}
      {open === 'act' && act && (
        <ConfirmDialog
          title={act.title}
          text={act.text}
          act={act.confirm}
          onConfirm={act.run}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const TakeDownDialog = later(() => import('../take-down-dialog.tsx').then((m) => m.TakeDownDialog), ['taken_down']);

/** The menu of a chapter, with an item to delete its draft or to take the published chapter down. */
export function ChapterMenu({
  writing,
  items,
  onDeleted,
}: {
  writing: Writing;
  items: ReactNode;
  onDeleted: (draft: ChapterDraft | null) => void;
}) {
  const t = useT('chapters');
  const { isBlank, nothing } = useChapterForms();
  const { draft, state } = writing;
  const [isTakingDown, setTakingDown] = useState(false);
  const canDelete = draft ? draft.can.delete : state !== 'empty';
  const run = async () => {
    await writing.saver.flush();
    const known = writing.saver.draft;
    if (known) await call(chapterApi.delete, { chapterId: known.id });
    else if (!isBlank(writing.read())) writing.put(nothing);
    onDeleted(known);
  };
  const act: Act = {
    name: t('chapters.delete'),
    title: t('chapters.delete_title'),
    text: t('chapters.delete_text'),
    confirm: t('chapters.delete_do'),
    run,
  };
  return (
    <>
      <EditorMenu
        act={canDelete ? act : null}
        items={
          <>
            {items}
            {draft?.can.takeDown && (
              <button type="button" onClick={fromMenu(() => setTakingDown(true))}>
                {t('chapters.take_down')}
              </button>
            )}
          </>
        }
      />
      {isTakingDown && draft && (
        <TakeDownDialog
          chapterId={draft.id}
          before={writing.saver.flush}
          onDone={writing.accept}
          onClose={() => setTakingDown(false)}
        />
      )}
    </>
  );
}
