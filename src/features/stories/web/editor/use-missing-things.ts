import { useFieldText } from '#web/i18n/field-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useModeFaces } from '../modes.ts';
import type { MissingThing } from './missing-list.tsx';
import { stepAddress } from './steps.tsx';
import type { StoryField } from './story-form.ts';
import { type StoryForm, useStoryForms } from './use-story-form.ts';

/** The problems of the form as to-dos, each with a link to its field. */
export function useMissingThings(form: StoryForm): { texts: MissingThing[]; rules: MissingThing[] } {
  const t = useT('story_editor');
  const faces = useModeFaces();
  const fieldText = useFieldText();
  const forms = useStoryForms();
  const { values, problems, idOf } = form;
  const sentenceOf = (field: StoryField): string => {
    const over = Number(problems[field]?.params?.over ?? 0);
    if (field === 'title') return over ? t('story_editor.shorten_title', { over }) : t('story_editor.need_title');
    if (field === 'description')
      return over ? t('story_editor.shorten_description', { over }) : t('story_editor.need_description');
    if (field === 'mode') return t('story_editor.need_mode');
    if (field === 'categories') return t('story_editor.need_categories');
    const control =
      values.mode && Object.entries(faces[values.mode].storyEditor.settings).find(([name]) => name === field);
    if (control && 'needed' in control[1]) return t(control[1].needed);
    if (field === 'participantLimit') return t('story_editor.need_group');
    if (field === 'minUnits' || field === 'maxUnits') return t('story_editor.need_lengths');
    return problems[field] ? fieldText(problems[field]) : '';
  };
  const thingsOf = (fields: readonly StoryField[]): MissingThing[] =>
    fields
      .filter((field) => problems[field])
      .map((field) => ({ key: field, sentence: sentenceOf(field), fieldId: idOf(field) }));
  return {
    texts: thingsOf(forms.texts),
    rules: thingsOf(forms.rules).filter(({ key }, i, all) => key !== 'maxUnits' || all[i - 1]?.key !== 'minUnits'),
  };
}

/** The same problems, with links from another step. */
export function onStep(things: readonly MissingThing[], storyId: string | null, step: 1 | 2 | 3): MissingThing[] {
  return things.map(({ key, sentence }) => ({ key, sentence, to: `${stepAddress(storyId, step)}#${key}` }));
}
