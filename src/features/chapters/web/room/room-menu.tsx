import { Ellipsis } from 'lucide';
import { type MouseEvent, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { type ChapterDraft, chapterApi } from '../../contract.ts';
import type { Writing } from '../saving/use-writing.ts';
import { isBlank, NOTHING_WRITTEN } from '../saving/written.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';

/** What is seldom wanted: all keys, and deleting the draft. */
export function RoomMenu({
  writing,
  onDeleted,
}: {
  writing: Writing;
  onDeleted: (draft: ChapterDraft | null) => void;
}) {
  const t = useT('chapters');
  const [open, setOpen] = useState<'keys' | 'delete' | null>(null);
  const { draft, state } = writing;
  const canDelete = draft ? draft.can.delete : state !== 'empty';
  const choose = (next: 'keys' | 'delete') => (event: MouseEvent) => {
    // The focus goes back to the button of the menu, and from the dialog there too.
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    setOpen(next);
  };
  const remove = async () => {
    await writing.saver.flush();
    const known = writing.saver.draft;
    if (known) await call(chapterApi.delete, { chapterId: known.id });
    else if (!isBlank(writing.read())) writing.put(NOTHING_WRITTEN);
    onDeleted(known);
  };
  return (
    <>
      <Menu
        label={t('chapters.more')}
        kind="icon"
        face={<Icon of={Ellipsis} />}
        className={canDelete ? undefined : 'for-keys'}
      >
        <button type="button" className="for-keys" onClick={choose('keys')}>
          {t('chapters.keys')}
        </button>
        {canDelete && (
          <button type="button" onClick={choose('delete')}>
            {t('chapters.delete')}
          </button>
        )}
      </Menu>
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('chapters.delete_title')}
          text={t('chapters.delete_text')}
          act={t('chapters.delete_do')}
          onConfirm={remove}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
