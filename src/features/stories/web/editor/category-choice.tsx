import { useId } from 'react';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import chips from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { CATEGORIES, type Category } from '../../model/categories.ts';
import { CATEGORIES_MAX } from '../../model/story-limits.ts';
import styles from './choice.module.css';
import making from './making.module.css';
import { toggled } from './story-form.ts';

interface Props {
  id: string;
  value: readonly Category[];
  error: string | undefined;
  disabled: boolean;
  onChange: (categories: readonly Category[]) => void;
  onBlur: () => void;
}

/** One to three categories. The order of choosing counts: the first is the main one. */
export function CategoryChoice({ id, value, error, disabled, onChange, onBlur }: Props) {
  const t = useT('story_editor');
  const find = useFind();
  const own = useId();
  const isFull = value.length >= CATEGORIES_MAX;
  return (
    <fieldset
      className={making.set}
      aria-describedby={error ? `${own}-error` : `${own}-help`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      <legend>{t('story_editor.categories')}</legend>
      <div className={chips.chips}>
        {CATEGORIES.map((category, i) => {
          const isOff = disabled || (isFull && !value.includes(category));
          return (
            <label key={category} className={classNames(chips.chip, isOff && styles.chipOff)}>
              <input
                id={i === 0 ? id : undefined}
                type="checkbox"
                checked={value.includes(category)}
                disabled={isOff}
                onChange={() => onChange(toggled(value, category))}
              />
              <span>
                {find(`category.${category}`)}
                {value[0] === category && <span className={styles.first}>{t('story_editor.category_main')}</span>}
              </span>
            </label>
          );
        })}
      </div>
      {error && (
        <p id={`${own}-error`} className={making.wrong}>
          {error}
        </p>
      )}
      <p id={`${own}-help`} className={making.help} role="status">
        {value.length === 0
          ? t('story_editor.categories_none', { max: CATEGORIES_MAX })
          : t('story_editor.categories_some', { count: value.length, max: CATEGORIES_MAX })}
      </p>
    </fieldset>
  );
}
