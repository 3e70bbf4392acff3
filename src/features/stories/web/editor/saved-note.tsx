import { Check, CloudOff } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';
import { ApiError } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import making from './making.module.css';
import type { SaveKind, StorySaver } from './story-saver.ts';

/** Where what was typed lies now, in words; read out only when that changes its kind, not at each save. */
export function SavedNote({ saver }: { saver: StorySaver }) {
  const t = useT('story_editor');
  const errorText = useErrorText();
  const { kind, savedAt, failure } = useSyncExternalStore(saver.subscribe, saver.get);
  const words: Record<SaveKind, string> = {
    none: '',
    device: t('story_editor.on_device'),
    saving: t('story_editor.saving'),
    saved: t('story_editor.saved'),
    offline: t('story_editor.offline'),
    failed: failure instanceof ApiError ? errorText(failure) : t('story_editor.not_saved'),
  };
  const spoken = useRef('');
  if (kind !== 'saving') spoken.current = words[kind];
  return (
    <>
      <p className={classNames(making.saved, kind === 'offline' && making.warn, kind === 'failed' && making.danger)}>
        {kind === 'saved' && <Check aria-hidden="true" strokeWidth={1.75} />}
        {kind === 'offline' && <CloudOff aria-hidden="true" strokeWidth={1.75} />}
        <span aria-hidden="true">
          {words[kind]} {kind === 'saved' && savedAt && <ClockTime at={savedAt} />}
        </span>
      </p>
      <p className="hide" role="status">
        {spoken.current}
      </p>
    </>
  );
}
