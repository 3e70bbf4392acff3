import { Suspense, useId, useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import chips from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { TextButton } from '#web/ui/text-button.tsx';
import { CATEGORIES_MAX } from '../../model/story-limits.ts';
import { SuggestCategory } from '../suggest-category.tsx';
import { useCategories } from '../use-categories.ts';
import styles from './choice.module.css';
import making from './making.module.css';
import { toggled } from './story-values.ts';

interface Props {
  id: string;
  value: readonly string[];
  error: string | undefined;
  disabled: boolean;
  onChange: (categories: readonly string[]) => void;
  onBlur: () => void;
}

/** A field for one to three categories. Their order matters: the first one is the main category. */
export function CategoryChoice({ id, value, error, disabled, onChange, onBlur }: Props) {
  const t = useT('story_editor');
  const categories = useCategories();
  const [isSuggesting, setSuggesting] = useState(false);
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
        {categories.map(({ code, name }, i) => {
          const isOff = disabled || (isFull && !value.includes(code));
          return (
            <label key={code} className={classNames(chips.chip, isOff && styles.chipOff)}>
              <input
                id={i === 0 ? id : undefined}
                type="checkbox"
                checked={value.includes(code)}
                disabled={isOff}
                onChange={() => onChange(toggled(value, code))}
              />
              <span>
                {name}
                {value[0] === code && <span className={styles.first}>{t('story_editor.category_main')}</span>}
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
      <p className={making.help}>
        <TextButton onClick={() => setSuggesting(true)}>{t('story_editor.suggest_category')}</TextButton>
      </p>
      <Suspense>{isSuggesting && <SuggestCategory onClose={() => setSuggesting(false)} />}</Suspense>
    </fieldset>
  );
}
