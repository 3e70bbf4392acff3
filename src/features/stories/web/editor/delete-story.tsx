import { useState } from 'react';
import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { queryClient } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { useHref } from '#web/ui/link.tsx';
import { toast } from '#web/ui/toast.ts';
import { storyApi } from '../../contract.ts';
import making from './making.module.css';

interface Props {
  storyId: string;
  title: string;
  onDeleted: () => void;
}

/** Deletes the story after a confirmation. The toast offers to undo it; the server can restore it for 30 days. */
export function DeleteStory({ storyId, title, onDeleted }: Props) {
  const t = useT('story_editor');
  const errorText = useErrorText();
  const href = useHref();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call(storyApi.delete, { storyId });
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: ['own'] });
      const undo = {
        kind: 'story',
        id: storyId,
        label: t('story_editor.undo'),
        said: t('story_editor.deleted_back'),
      } as const;
      leaveFor(href(to.profile()), { say: t('story_editor.deleted', { title }), undo });
    } catch (error) {
      toast(errorText(error));
      setBusy(false);
    }
  };
  return (
    <section className={making.set} aria-label={t('story_editor.delete_title')}>
      <p className="soft">{t('story_editor.delete_text')}</p>
      <div className={making.actions}>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t('story_editor.delete')}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t('story_editor.delete_title')} onClose={() => setAsking(false)}>
          <p>{t('story_editor.delete_ask', { title })}</p>
          <DialogActions>
            <Button kind="bare" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button kind="danger" busy={isBusy} onClick={remove}>
              {t('story_editor.delete_yes')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}
