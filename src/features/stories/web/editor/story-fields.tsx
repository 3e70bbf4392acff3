import type { ReactNode } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { lengthOf } from '#core/text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { DESCRIPTION_MAX, TITLE_MAX } from '../../model/story-limits.ts';
import { CategoryChoice } from './category-choice.tsx';
import making from './making.module.css';
import { ModeChoice } from './mode-choice.tsx';
import { type StoryForm, useStoryForms } from './use-story-form.ts';

interface Props {
  form: StoryForm;
  /** Replaces the choice of the mode once it can’t be changed any more. */
  mode?: ReactNode;
  top?: ReactNode;
  cover: ReactNode;
  disabled?: boolean;
  /** Content below the fields: more fields, and the buttons. */
  children: ReactNode;
}

/**
 * Fields of a story: title, description, mode, categories, language and cover (spec §2 and §5). Input is never cut off.
 */
export function StoryFields({ form, mode, top, cover, disabled = false, children }: Props) {
  const t = useT('story_editor');
  const { modeChosen } = useStoryForms();
  const { values, draft, change, errorOf, leave, idOf } = form;
  const tag = LANGUAGE_TAGS[values.language];
  const count = (text: string, max: number) => t('story_editor.count', { length: lengthOf(text.trim()), max });
  return (
    <>
      <div className={making.a}>
        {top}
        <TextArea
          id={idOf('title')}
          label={t('story_editor.title')}
          help={t('story_editor.title_help')}
          count={count(values.title, TITLE_MAX)}
          error={errorOf('title')}
          big
          rows={1}
          lang={tag}
          disabled={disabled}
          value={values.title}
          onChange={({ target }) => change({ title: target.value.replace(/\n/g, ' ') })}
          onBlur={() => leave('title')}
          onKeyDown={(event) => {
            // A title is a single line. During composition, Enter belongs to the input method.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
          }}
        />
        <TextArea
          id={idOf('description')}
          label={t('story_editor.description')}
          help={t('story_editor.description_help')}
          count={count(values.description, DESCRIPTION_MAX)}
          error={errorOf('description')}
          lang={tag}
          disabled={disabled}
          value={values.description}
          onChange={({ target }) => change({ description: target.value })}
          onBlur={() => leave('description')}
        />
        {mode ?? (
          <ModeChoice
            id={idOf('mode')}
            value={values.mode}
            fixed={draft !== null}
            error={errorOf('mode')}
            onChange={(chosen) => change(modeChosen(values, chosen))}
            onBlur={() => leave('mode')}
          />
        )}
      </div>
      {cover}
      <div className={making.b}>
        <CategoryChoice
          id={idOf('categories')}
          value={values.categories}
          error={errorOf('categories')}
          disabled={disabled}
          onChange={(categories) => change({ categories })}
          onBlur={() => leave('categories')}
        />
        <SelectField
          id={idOf('language')}
          label={t('story_editor.language')}
          help={t('story_editor.language_help', { count: LANGUAGES.length - 1 })}
          error={errorOf('language')}
          disabled={disabled}
          value={values.language}
          onChange={({ target }) => isLanguage(target.value) && change({ language: target.value })}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={LANGUAGE_TAGS[code]}>
              {LANGUAGE_NAMES[code]}
            </option>
          ))}
        </SelectField>
        {children}
      </div>
    </>
  );
}
