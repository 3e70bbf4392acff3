import { Check, CloudOff, LoaderCircle } from 'lucide';
import { useRef, useSyncExternalStore } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { Icon } from '#web/ui/icon.tsx';
import making from './making.module.css';
import type { SaveKind, StorySaver } from './story-saver.ts';

/** Where what was typed lies now, in words; read out only when that changes its kind, not at each save. */
export function SavedNote({ saver }: { saver: StorySaver }) {
  const t = useT('story_editor');
  const errorText = useErrorText();
  const { kind, savedAt, failure, conflict, draft } = useSyncExternalStore(saver.subscribe, saver.get);
  const words: Record<Exclude<SaveKind, 'saving'>, string> = {
    none: '',
    device: conflict ? t('story_editor.conflict_note') : t('story_editor.on_device'),
    saved: draft?.status === 'draft' ? t('story_editor.draft_saved') : t('story_editor.saved'),
    offline: t('story_editor.offline'),
    failed: failure instanceof ApiError ? errorText(failure) : t('story_editor.not_saved'),
  };
  // What is being saved is still where it was: the words stay, so that not every save is read out.
  const said = useRef<Exclude<SaveKind, 'saving'>>('none');
  if (kind !== 'saving') said.current = kind;
  const state = said.current;
  const sign = kind === 'saving' ? LoaderCircle : state === 'saved' ? Check : state === 'offline' ? CloudOff : null;
  return (
    <p
      className={classNames(
        making.saved,
        kind === 'saving' && making.saving,
        (state === 'offline' || conflict) && making.warn,
        state === 'failed' && making.danger,
      )}
    >
      {sign && <Icon of={sign} />}
      <span role="status">{words[state]}</span>
      {state === 'saved' && savedAt && <ClockTime at={savedAt} />}
    </p>
  );
}
