import { SlidersHorizontal, X } from 'lucide';
import { use } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Category } from '#features/stories/contract-categories.ts';
import { ModeLabel, useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { Sentence, useFind, useLanguage, useT } from '#web/i18n/i18n.tsx';
import { PageSlot } from '#web/page/page-slot.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import chips from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link, NamedLanguage } from '#web/ui/link.tsx';
import { defaultSort, SEARCH_SORTS, SORTS } from '../model/sorts.ts';
import { useLanguageList } from './language-list.ts';
import styles from './search.module.css';
import { activeFilters, FILTER_FORM, FILTERS, languagesOf, type SearchQuery, without } from './search-address.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'filter-changes': object;
  }
}

declare module '#web/page/page-slots.ts' {
  interface PageSlots {
    /** The last fields of the form. Their names are parameters of the URL. */
    'search.filters': { query: SearchQuery };
  }
}

/**
 * Order and filters: a row of fields on wide screens, a popover with its own button on phones. Without JavaScript, both
 * are submitted with a button. `FilterChanges` adds the rest.
 */
export function SearchFilters({
  query,
  count,
  categories,
}: {
  query: SearchQuery;
  count: number | null;
  categories: readonly Category[];
}) {
  const modes = useModes();
  const t = useT('discovery');
  const find = useFind('discovery');
  const listed = useLanguageList();
  const named = use(NamedLanguage);
  return (
    <>
      <form
        id={FILTER_FORM}
        popover="auto"
        action={to.search()}
        aria-label={t('search.filters')}
        className={styles.filters}
        // Otherwise the back button would restore the fields of the next page.
        autoComplete="off"
      >
        <h2>{t('search.filters')}</h2>
        {query.q && <input type="hidden" name="q" value={query.q} />}
        {named && <input type="hidden" name="t" value={named} />}
        <label className={styles.field}>
          <span>{t('search.sort')}</span>
          <select name="sort" defaultValue={query.sort ?? defaultSort(query.q)}>
            {(query.q ? SEARCH_SORTS : SORTS).map((sort) => (
              <option key={sort} value={sort}>
                {find(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={styles.field}>
          <legend>{t('search.mode')}</legend>
          <div className={chips.chips}>
            <label className={chips.chip}>
              <input type="radio" name="mode" value="" defaultChecked={!query.mode} />
              {t('search.all_modes')}
            </label>
            {Object.values(modes).map(({ id: mode }) => (
              <label key={mode} className={chips.chip}>
                <input type="radio" name="mode" value={mode} defaultChecked={query.mode === mode} />
                <ModeLabel mode={mode} />
              </label>
            ))}
          </div>
        </fieldset>
        <label className={styles.field}>
          <span>{t('search.category')}</span>
          <select name="category" defaultValue={query.category ?? ''}>
            <option value="">{t('search.all_categories')}</option>
            {categories.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          <span>{t('search.language')}</span>
          <select name="language" defaultValue={query.language ?? ''}>
            <option value="">{t('search.all_languages')}</option>
            {query.language?.includes(',') && <option value={query.language}>{listed(languagesOf(query))}</option>}
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={LANGUAGE_TAGS[language]}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </label>
        <PageSlot name="search.filters" query={query} />
        <div className={styles.actions}>
          <ButtonLink to={to.search(without(query, 'sort', ...FILTERS))}>{t('search.take_all_away')}</ButtonLink>
          <Button type="submit" kind="primary" data-shows="">
            {count === null ? t('search.show') : t('search.show_count', { count })}
          </Button>
        </div>
        <noscript>
          <Button type="submit" className={styles.send}>
            {t('search.show')}
          </Button>
        </noscript>
      </form>
      <FilterLine query={query} categories={categories} />
      <Slot name="filter-changes" props={{}} />
    </>
  );
}

/**
 * The button of the sheet on phones, and the active filters with buttons to remove them. While the list has all
 * languages, a chip shows only the reader’s own (`boot/search-languages.ts`).
 */
function FilterLine({ query, categories }: { query: SearchQuery; categories: readonly Category[] }) {
  const t = useT('discovery');
  const find = useFind('discovery');
  const modeName = useModeName();
  const modes = useModes();
  const on = activeFilters(query);
  const nameOf = (filter: (typeof on)[number]) => {
    if (filter.name === 'language') return LANGUAGE_NAMES[filter.value];
    const mode = Object.values(modes).find(({ id }) => id === filter.value);
    if (filter.name === 'mode' && mode) return modeName(mode.id);
    return categories.find(({ code }) => code === filter.value)?.name ?? filter.value;
  };
  return (
    <div className={styles.line}>
      <Button small className="only-narrow" popoverTarget={FILTER_FORM}>
        <Icon of={SlidersHorizontal} />
        {t('search.filters')}
      </Button>
      {on.length === 0 && (
        <span className="small soft only-narrow">
          {t('search.no_filters', { sort: find(`sort.${query.sort ?? defaultSort(query.q)}`) ?? '' })}
        </span>
      )}
      {on.map((filter) => (
        <Link
          key={`${filter.name} ${filter.value}`}
          className={classNames(chips.chip, styles.take)}
          to={to.search(filter.rest)}
          aria-label={t('search.take_away', { filter: nameOf(filter) })}
          {...(filter.name === 'language' && filter.isLast && { 'data-act': 'languages', 'data-value': 'no' })}
        >
          <span lang={filter.name === 'language' ? LANGUAGE_TAGS[filter.value] : undefined}>{nameOf(filter)}</span>
          <Icon of={X} />
        </Link>
      ))}
      {query.language === undefined && <LanguageChip query={query} />}
    </div>
  );
}

/** Shows only stories in the language of the page, or in those that the reader reads. */
function LanguageChip({ query }: { query: SearchQuery }) {
  const language = useLanguage();
  const names = () => <span lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</span>;
  return (
    <Link
      className={chips.chip}
      to={to.search({ ...without(query), language })}
      data-language-chip=""
      data-act="languages"
      data-value="yes"
    >
      <span>
        <Sentence id="search.only_languages" parts={['discovery']} wraps={{ languages: names }} />
      </span>
    </Link>
  );
}
