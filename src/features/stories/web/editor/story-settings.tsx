import { useEffect, useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import { toast } from '#web/ui/toast.ts';
import type { StoryDraft } from '../../contract.ts';
import { MinorEdit } from '../minor-edit.tsx';
import { ModeLabel } from '../mode.tsx';
import { isInReview, useStoryStatus } from '../use-story-status.ts';
import { CoverPanel } from './cover-panel.tsx';
import { DeleteStory } from './delete-story.tsx';
import making from './making.module.css';
import { MissingList } from './missing-list.tsx';
import { ProgressField } from './progress-field.tsx';
import { RulesFields, RulesSentence } from './rules-form.tsx';
import { SavedNote } from './saved-note.tsx';
import { hasEdit, StorySettingsActions } from './settings-actions.tsx';
import { StoryConflict } from './story-conflict.tsx';
import { StoryFields } from './story-fields.tsx';
import { StoryNotices } from './story-notices.tsx';
import { useCoverUpload } from './use-cover-upload.ts';
import { useDrawnCover } from './use-drawn-cover.ts';
import { useMissingThings } from './use-missing-things.ts';
import { useStoryForm, useStoryForms, useStorySaver } from './use-story-form.ts';
import { useSubmission } from './use-submission.ts';

interface Props {
  me: Me;
  opened: StoryDraft;
  /** Called when a story that wasn’t public before is submitted. */
  onSent: () => void;
}

/**
 * The settings of an existing story: its texts, its rules, and its actions. The texts of a published story change only
 * when the edit is approved; progress and lengths apply right away.
 */
export function StorySettings({ me, opened, onSent }: Props) {
  const t = useT('story_editor');
  const saver = useStorySaver(me.id, opened, opened.language);
  const form = useStoryForm(saver);
  const forms = useStoryForms();
  const draft = form.draft ?? opened;
  const { values } = form;
  const wasPublished = draft.status === 'published';
  const isLocked = isInReview(draft) || draft.status === 'banned';
  const coverUpload = useCoverUpload(draft.id, saver.adopt);
  const drawn = useDrawnCover({ ...values, author: me.username });
  const { texts, rules } = useMissingThings(form);
  const [isMinorEdit, setMinorEdit] = useState(false);
  const submission = useSubmission(saver, null, () => {
    setMinorEdit(false);
    if (wasPublished) toast(t('story_editor.edit_sent'));
    else onSent();
  });
  return (
    <>
      {isLocked && <ReviewWatch draft={draft} onChange={saver.replace} />}
      <header className={making.head}>
        <p className="soft" lang={LANGUAGE_TAGS[draft.language]}>
          {draft.title}
        </p>
        <h1>{t('story_editor.edit_title')}</h1>
      </header>
      <StoryNotices draft={draft} />
      <StoryConflict saver={saver} />
      <form
        className={making.make}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.showAll();
          void submission.submit({ texts, rules }, isMinorEdit);
        }}
      >
        <StoryFields
          form={form}
          disabled={isLocked}
          top={
            <MissingList
              things={[
                ...texts,
                ...submission.chapterThings.map((thing) => ({
                  ...thing,
                  to: `${to.editChapter({ storyId: draft.id })}#${thing.key}`,
                })),
                ...rules,
              ]}
              asked={submission.asked}
            />
          }
          mode={
            <div className={making.set}>
              <p>
                <b>{t('story_editor.mode')}</b>
              </p>
              <p>
                <ModeLabel mode={draft.mode} />
              </p>
              <p className={making.help}>{t('story_editor.mode_fixed')}</p>
            </div>
          }
          cover={
            <CoverPanel
              className={making.cover}
              upload={coverUpload}
              draft={draft}
              drawn={drawn}
              editable={!isLocked}
              onDraft={saver.adopt}
            />
          }
        >
          <div>
            <h2>{t('story_editor.rules_title')}</h2>
            <RulesSentence form={form} />
            {wasPublished && (
              <ProgressField
                mode={draft.mode}
                value={values.progress}
                onChange={(progress) => form.change({ progress })}
              />
            )}
            <RulesFields form={form} disabled={draft.status === 'banned'} />
            <RoomSlot name="editStory.settings" story={draft} />
          </div>
          {wasPublished && !isLocked && hasEdit(forms, draft, saver) && (
            <MinorEdit checked={isMinorEdit} onChange={setMinorEdit} />
          )}
          <div className={making.goOn}>
            <SavedNote saver={saver} />
            <StorySettingsActions draft={draft} saver={saver} isBusy={submission.isBusy} />
          </div>
          {draft.status !== 'banned' && <DeleteStory storyId={draft.id} title={draft.title} onDeleted={saver.stop} />}
        </StoryFields>
      </form>
    </>
  );
}

/** Updates the form with the outcome of a review, as soon as it is known. */
function ReviewWatch({ draft, onChange }: { draft: StoryDraft; onChange: (draft: StoryDraft) => void }) {
  const t = useT('story_editor');
  const { draft: asked } = useStoryStatus(draft.id);
  const [seen, setSeen] = useState(draft);
  // Data from before the submission says nothing about its review.
  const data = asked.isFetchedAfterMount ? asked.data : undefined;
  useEffect(() => {
    if (!data || data === seen) return;
    setSeen(data);
    const hasMoved = data.status !== draft.status || data.editStatus !== draft.editStatus;
    if (hasMoved || data.review?.state !== draft.review?.state) onChange(data);
    if (draft.editStatus === 'pending' && data.editStatus === null) toast(t('story_editor.edit_out'));
  }, [data, seen, draft, onChange, t]);
  return null;
}
