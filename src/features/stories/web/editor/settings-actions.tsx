import { useState } from 'react';
import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type StoryDraft, storyApi } from '../../contract.ts';
import { isInReview } from '../use-story-status.ts';
import making from './making.module.css';
import type { StoryForms } from './story-form.ts';
import type { StorySaver } from './story-saver.ts';
import { useStoryForms } from './use-story-form.ts';

interface Props {
  draft: StoryDraft;
  saver: StorySaver;
  isBusy: boolean;
}

/** Whether the draft differs from the published story, including unsaved input. */
export function hasEdit({ differs, valuesOf }: StoryForms, draft: StoryDraft, saver: StorySaver): boolean {
  return draft.editStatus !== null || differs({ ...saver.get().values, progress: draft.progress }, valuesOf(draft));
}

/** The actions for the story’s current state: submit it, withdraw it, discard its edit. */
export function StorySettingsActions({ draft, saver, isBusy }: Props) {
  const t = useT('story_editor');
  const forms = useStoryForms();
  const see = <ButtonLink to={to.story({ storyId: draft.id })}>{t('story_editor.see_story')}</ButtonLink>;
  if (isInReview(draft)) return <TakeBack draft={draft} saver={saver} />;
  if (draft.status === 'published') {
    if (!hasEdit(forms, draft, saver)) return see;
    return (
      <>
        <DiscardEdit draft={draft} saver={saver} />
        <Button kind="primary" type="submit" className={making.first} busy={isBusy}>
          {t('story_editor.send_edit')}
        </Button>
      </>
    );
  }
  if (draft.status === 'banned') return null;
  return (
    <>
      <ButtonLink kind="bare" to={to.editChapter({ storyId: draft.id })}>
        {t('story_editor.to_chapter')}
      </ButtonLink>
      <Button kind="primary" type="submit" className={making.first} busy={isBusy}>
        {t('story_editor.publish')}
      </Button>
    </>
  );
}

/** Runs an API call about the story. The form takes over the returned draft. */
function useStoryCall(saver: StorySaver) {
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const run = async (ask: () => Promise<StoryDraft>, then?: () => void) => {
    setBusy(true);
    try {
      saver.replace(await ask());
      then?.();
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
  };
  return { isBusy, run };
}

function TakeBack({ draft, saver }: { draft: StoryDraft; saver: StorySaver }) {
  const t = useT('story_editor');
  const { isBusy, run } = useStoryCall(saver);
  return (
    <Button busy={isBusy} onClick={() => run(() => call(storyApi.withdraw, { storyId: draft.id }))}>
      {t('story_editor.take_back')}
    </Button>
  );
}

function DiscardEdit({ draft, saver }: { draft: StoryDraft; saver: StorySaver }) {
  const t = useT('story_editor');
  const { isBusy, run } = useStoryCall(saver);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const discard = () =>
    run(async () => {
      // Unsaved input is saved as part of the edit first, and then discarded with it.
      await saver.flush();
      return call(storyApi.discardEdit, { storyId: draft.id });
    }, close);
  return (
    <>
      <Button kind="bare" onClick={() => setAsking(true)}>
        {t('story_editor.discard')}
      </Button>
      {isAsking && (
        <Dialog title={t('story_editor.discard_title')} onClose={close}>
          <p>{t('story_editor.discard_text')}</p>
          <DialogActions>
            <Button kind="bare" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button kind="danger" busy={isBusy} onClick={discard}>
              {t('story_editor.discard_yes')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
