import { useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { storyApi } from '../../contract.ts';
import type { FirstChapterNews } from './first-chapter-news.ts';
import type { MissingThing } from './missing-list.tsx';
import type { StorySaver } from './story-saver.ts';

interface Gaps {
  texts: readonly MissingThing[];
  rules: readonly MissingThing[];
}

/** Submits the story for review if nothing is missing and everything is saved. */
export function useSubmission(saver: StorySaver, chapter: FirstChapterNews | null, onSent: () => void) {
  const t = useT('story_editor');
  const find = useFind('errors');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState(0);
  const [chapterThings, setChapterThings] = useState<MissingThing[]>([]);

  const submit = async ({ texts, rules }: Gaps, isMinorEdit = false) => {
    setChapterThings([]);
    if (rules.length > 0) toast(t('story_editor.rules_invalid'));
    if (texts.length + rules.length > 0) return setAsked((before) => before + 1);
    setBusy(true);
    try {
      // The first chapter is submitted too, so its unsaved text must be saved first.
      const isSaved = await Promise.all([saver.flush(), chapter === null || chapter.save()]);
      if (isSaved.includes(false)) {
        toast(find('error.save_changes_first') ?? '');
        return;
      }
      const { draft } = saver.get();
      if (!draft) return;
      saver.adopt(await call(storyApi.submit, { storyId: draft.id, isMinorEdit }));
      onSent();
    } catch (error) {
      const things = error instanceof ApiError ? chapterThingsOf(error) : [];
      setChapterThings(things);
      if (things.length > 0) setAsked((before) => before + 1);
      else toast(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, asked, chapterThings };
}

/** What the first chapter still lacks. It is submitted together with its story. */
function chapterThingsOf(error: ApiError): MissingThing[] {
  return Object.entries(error.fields)
    .filter(([field]) => field.startsWith('chapter.'))
    .map(([key, sentence]) => ({ key, sentence }));
}
