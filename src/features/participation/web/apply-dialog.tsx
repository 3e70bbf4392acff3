import type { FormEvent } from 'react';
import { lengthOf } from '#core/text.ts';
import { useStoryAction } from '#features/stories/web/use-story-action.ts';
import { call } from '#web/api/client.ts';
import { keptText } from '#web/api/kept-values.ts';
import { useFields } from '#web/api/use-fields.ts';
import { useKept } from '#web/api/use-kept.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { participationApi } from '../contract.ts';
import { note as noteRule } from '../model/participation-fields.ts';
import { REQUEST_DAYS, REQUEST_NOTE_MAX } from '../model/participation-limits.ts';
import styles from './invite.module.css';
import type { JoinLook } from './join-look.ts';

const RULES = { note: noteRule };

/** The form for applying to a story, with a note to its creator. If joining is open, this joins right away. */
export function ApplyDialog({ story, onClose }: Pick<JoinLook, 'story'> & { onClose: () => void }) {
  const t = useT('participation', 'errors');
  const { isBusy, act } = useStoryAction(story.id);
  const { value: note, change, forget } = useKept(`apply:${story.id}`, keptText, '');
  const fields = useFields(RULES, { note });
  const isOpen = story.joinPolicy === 'open';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !fields.check()) return;
    const isSent = await act(() => call(participationApi.apply, { storyId: story.id, ...(note && { note }) }), {
      done: ({ state }) => (state === 'accepted' ? t('participation.joined') : t('participation.applied')),
      refused: fields.refuse,
    });
    if (!isSent) return;
    forget();
    onClose();
  };
  return (
    <Dialog title={isOpen ? t('participation.join') : t('participation.apply')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={send}>
        <p>
          {isOpen
            ? t('participation.join_says')
            : t('participation.apply_says', { name: story.creatorName, days: REQUEST_DAYS })}
        </p>
        {!isOpen && (
          <TextArea
            {...fields.of('note')}
            label={t('participation.apply_note')}
            help={t('participation.note_help')}
            count={t('participation.count_of', { count: lengthOf(note.trim()), max: REQUEST_NOTE_MAX })}
            value={note}
            onChange={({ target }) => change(() => target.value)}
          />
        )}
        <DialogActions>
          <Button kind="bare" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {isOpen ? t('participation.join') : t('participation.apply_send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
