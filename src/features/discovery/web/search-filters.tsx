import { SlidersHorizontal, X } from 'lucide';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import type { Category } from '#features/stories/contract-categories.ts';
import { isWritingMode, WRITING_MODES } from '#features/stories/model/writing-mode.ts';
import { ModeLabel, useModeName } from '#features/stories/web/mode.tsx';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import chips from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { defaultSort, SEARCH_SORTS, SORTS } from '../model/sorts.ts';
import styles from './search.module.css';
import { FILTERS, filtersOn, type SearchQuery, searchPath, without } from './search-address.ts';

const SHEET = 'search-filters';
/** Names of the form's fields. */
const FIELDS = ['q', 'sort', ...FILTERS] as const;

function queryIn(form: HTMLFormElement): SearchQuery {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== '') as [string, string][]);
}

/**
 * Order and filters: a line of fields that count at once, on phones a sheet of the platform's own, so that both work
 * before and without script. In the sheet nothing happens until its button is pressed, which says what would be shown.
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
  const t = useT('discovery');
  const find = useFind('discovery');
  const address = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<{ of: string; count: number | null } | null>(null);
  const key = searchPath(query);
  // Results replace the form. Whichever field has the focus at that moment keeps it, however many keys were pressed meanwhile.
  const focused = useRef<string | null>(null);
  const attach = useCallback((node: HTMLFormElement) => {
    const name = focused.current;
    form.current = node;
    if (name) node.querySelector<HTMLElement>(`select[name=${name}], [name=${name}]:checked`)?.focus();
    return () => {
      focused.current = node.querySelector(':focus')?.getAttribute('name') ?? null;
      form.current = null;
    };
  }, []);
  const apply = () => {
    if (!form.current) return;
    const asked = queryIn(form.current);
    if (isSheet(form.current)) form.current.hidePopover();
    // Clears the cursor, so that the new results start on the first page.
    const parameters = [...FIELDS, 'cursor'].map((name): [string, string | null] => [name, asked[name] ?? null]);
    address.change(Object.fromEntries(parameters));
  };
  const change = async () => {
    if (!form.current) return;
    if (!isSheet(form.current)) return apply();
    const asked = queryIn(form.current);
    const of = searchPath(asked);
    setChosen({ of, count: null });
    const { fetchFoundCount: countFound } = await import('./count-found.ts');
    // Where it cannot be told the button just shows them; a later choice has its own answer.
    const counted = await countFound(asked).catch(() => null);
    setChosen((now) => (now?.of === of ? { of, count: counted } : now));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const shown = chosen ? chosen.count : count;
  return (
    <>
      <form
        key={key}
        ref={attach}
        id={SHEET}
        popover="auto"
        action="/search_result"
        aria-label={t('search.filters')}
        className={styles.filters}
        onSubmit={submit}
        onChange={change}
      >
        <h2>{t('search.filters')}</h2>
        {query.q && <input type="hidden" name="q" value={query.q} />}
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
            {WRITING_MODES.map((mode) => (
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
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={LANGUAGE_TAGS[language]}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </label>
        <div className={styles.actions}>
          <ButtonLink to={searchPath(without(query, 'sort', ...FILTERS))}>{t('search.take_all_away')}</ButtonLink>
          <Button type="submit" kind="primary">
            {shown === null ? t('search.show') : t('search.show_count', { count: shown })}
          </Button>
        </div>
        <noscript>
          <Button type="submit" className={styles.send}>
            {t('search.show')}
          </Button>
        </noscript>
      </form>
      <FilterLine query={query} categories={categories} />
    </>
  );
}

function isSheet(form: HTMLFormElement): boolean {
  return form.matches(':popover-open');
}

/** The button of the sheet on phones, and what is on: each with a cross that takes it away. */
function FilterLine({ query, categories }: { query: SearchQuery; categories: readonly Category[] }) {
  const t = useT('discovery');
  const find = useFind('discovery');
  const modeName = useModeName();
  const on = filtersOn(query);
  const nameOf = (filter: (typeof FILTERS)[number]) => {
    const value = query[filter]!;
    if (filter === 'mode' && isWritingMode(value)) return modeName(value);
    if (filter === 'language' && isLanguage(value)) return LANGUAGE_NAMES[value];
    return categories.find(({ code }) => code === value)?.name ?? value;
  };
  return (
    <div className={classNames(styles.line, on.length === 0 && 'only-narrow')}>
      <Button small className="only-narrow" popoverTarget={SHEET}>
        <Icon of={SlidersHorizontal} />
        {t('search.filters')}
      </Button>
      {on.length === 0 && (
        <span className="small soft">
          {t('search.no_filters', { sort: find(`sort.${query.sort ?? defaultSort(query.q)}`) ?? '' })}
        </span>
      )}
      {on.map((filter) => (
        <Link
          key={filter}
          className={classNames(chips.chip, styles.take)}
          to={searchPath(without(query, filter))}
          aria-label={t('search.take_away', { filter: nameOf(filter) })}
        >
          <span lang={filter === 'language' && isLanguage(query.language) ? LANGUAGE_TAGS[query.language] : undefined}>
            {nameOf(filter)}
          </span>
          <Icon of={X} />
        </Link>
      ))}
    </div>
  );
}
