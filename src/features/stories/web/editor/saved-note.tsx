import { Check, CloudOff, LoaderCircle } from 'lucide';
import { useSyncExternalStore } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { Icon } from '#web/ui/icon.tsx';
import making from './making.module.css';
import type { SaveKind, StorySaver } from './story-saver.ts';

/** Says where the input is saved. The text doesn’t change during a save, so that not every save is announced. */
export function SavedNote({ saver }: { saver: StorySaver }) {
  const t = useT('story_editor');
  const errorText = useErrorText();
  const { kind, isSaving, failure, conflict, draft } = useSyncExternalStore(saver.subscribe, saver.get);
  const words: Record<SaveKind, string> = {
    none: '',
    device: conflict ? t('story_editor.conflict_note') : t('story_editor.on_device'),
    saved: draft?.status === 'draft' ? t('story_editor.draft_saved') : t('story_editor.saved'),
    offline: t('story_editor.offline'),
    failed: errorText(failure),
  };
  const sign = isSaving ? LoaderCircle : kind === 'saved' ? Check : kind === 'offline' ? CloudOff : null;
  return (
    <p
      className={classNames(
        making.saved,
        isSaving && making.saving,
        (kind === 'offline' || conflict) && making.warn,
        kind === 'failed' && making.danger,
      )}
    >
      {sign && <Icon of={sign} />}
      <span role="status">{words[kind]}</span>
      {kind === 'saved' && draft && <ClockTime at={draft.savedAt} />}
    </p>
  );
}
