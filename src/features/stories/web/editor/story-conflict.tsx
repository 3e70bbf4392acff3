import { useSyncExternalStore } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '#core/languages.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { ClockTime } from '#web/ui/clock-time.tsx';
import type { PublishedFieldName } from '../../model/story-field-list.ts';
import { useCategories } from '../use-categories.ts';
import making from './making.module.css';
import styles from './story-conflict.module.css';
import type { StorySaver } from './story-saver.ts';
import type { StoryValues } from './story-values.ts';
import { useStoryForms } from './use-story-form.ts';

type Texts = Pick<StoryValues, PublishedFieldName>;

/** Shown when the story was changed elsewhere: both versions of the fields that differ, and a choice. */
export function StoryConflict({ saver }: { saver: StorySaver }) {
  const t = useT('story_editor');
  const find = useFind('story_editor');
  const { differentTexts, labelOf } = useStoryForms();
  const { conflict, values } = useSyncExternalStore(saver.subscribe, saver.get);
  if (!conflict) return null;
  return (
    <section className={styles.clash} role="alert" aria-label={t('story_editor.conflict')}>
      <h2>{t('story_editor.conflict')}</h2>
      <p className="soft">{t('story_editor.conflict_text')}</p>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              {t('story_editor.conflict_theirs')} <ClockTime at={conflict.savedAt} />
            </th>
            <th scope="col">{t('story_editor.conflict_mine')}</th>
          </tr>
        </thead>
        <tbody>
          {differentTexts(conflict, values).map((field) => (
            <tr key={field}>
              <th scope="row">{find(labelOf(field))}</th>
              <td data-side={t('story_editor.conflict_theirs')}>
                <Shown texts={conflict} field={field} />
              </td>
              <td data-side={t('story_editor.conflict_mine')}>
                <Shown texts={values} field={field} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={making.actions}>
        <Button onClick={() => saver.replace(conflict)}>{t('story_editor.take_theirs')}</Button>
        <Button onClick={saver.keepMine}>{t('story_editor.keep_mine')}</Button>
      </div>
    </section>
  );
}

function Shown({ texts, field }: { texts: Texts; field: PublishedFieldName }) {
  const t = useT('story_editor');
  const categories = useCategories();
  if (field === 'language') return LANGUAGE_NAMES[texts.language];
  if (String(texts[field]) === '') return <span className="soft">{t('story_editor.conflict_nothing')}</span>;
  if (field === 'categories')
    return texts.categories.map((code) => categories.find((known) => known.code === code)?.name ?? code).join(' · ');
  return <span lang={LANGUAGE_TAGS[texts.language]}>{texts[field]}</span>;
}
