import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { LANGUAGE_NAMES, LANGUAGES } from '#core/languages.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { CATEGORIES } from '#features/stories/model/categories.ts';
import { WRITING_MODES } from '#features/stories/model/writing-mode.ts';
import { useModeName } from '#features/stories/web/mode.tsx';
import { StoryRows } from '#features/stories/web/story-list.tsx';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link, useHref } from '#web/ui/link.tsx';
import { SORTS } from '../model/sorts.ts';
import styles from './search.module.css';

/** What was looked for, as it stands in the address. */
export type Wish = Record<string, string>;

/** Stories by words, or all of them, in an order and with filters (spec §2). A plain form, so that it works without script. */
export function SearchPage({
  stories,
  next,
  wish,
}: {
  stories: readonly StoryCard[];
  next: string | null;
  wish: Wish;
}) {
  const t = useT('discovery');
  const find = useFind('discovery');
  const sort = wish.sort ?? 'recent_popular';
  return (
    <>
      <header className={styles.head}>
        <h1>{wish.q ? t('search.heading', { query: wish.q }) : (find(`sort.${sort}`) ?? '')}</h1>
      </header>
      <Filters wish={wish} />
      {stories.length === 0 ? (
        <Empty title={wish.q ? t('search.nothing', { query: wish.q }) : t('search.nothing_filtered')}>
          <p className="soft">{t('search.nothing_text')}</p>
          <ButtonLink
            to={
              wish.q && Object.keys(wish).length > 1
                ? `/search_result?q=${encodeURIComponent(wish.q)}`
                : '/search_result'
            }
          >
            {t('search.without_filters')}
          </ButtonLink>
        </Empty>
      ) : (
        <section aria-label={t('search.results')}>
          <StoryRows stories={stories} when={sort === 'latest_created' ? 'listedAt' : 'continuedAt'} />
          {next && (
            <p>
              <Link to={`/search_result?${new URLSearchParams({ ...wish, cursor: next })}`}>
                {t('common.view_more')}
              </Link>
            </p>
          )}
        </section>
      )}
    </>
  );
}

function Filters({ wish }: { wish: Wish }) {
  const t = useT('discovery');
  const find = useFind('discovery');
  const modeName = useModeName();
  const navigate = useNavigate();
  const href = useHref();
  // With script the choice counts at once; without it the button sends the form.
  const apply = (form: HTMLFormElement) => {
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][];
    navigate(href(`/search_result?${new URLSearchParams(chosen)}`), { preventScrollReset: true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  const key = new URLSearchParams(wish).toString();
  // Who comes by a filter sees it; from then on they fold and unfold as they like.
  const [isOpen] = useState('mode' in wish || 'category' in wish || 'language' in wish);
  return (
    <form
      action="/search_result"
      onSubmit={submit}
      onChange={(event) => event.target instanceof HTMLSelectElement && apply(event.currentTarget)}
    >
      <label className={styles.words}>
        <span className="hide">{t('common.search')}</span>
        <input
          key={key}
          name="q"
          defaultValue={wish.q ?? ''}
          maxLength={100}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t('common.search_hint')}
          // biome-ignore lint/a11y/noAutofocus: who comes without any wish has pressed the glass in order to search
          autoFocus={key === ''}
        />
      </label>
      <details className={styles.folded} open={isOpen}>
        <summary>{t('search.filters')}</summary>
        <div key={key} className={styles.filters}>
          <label>
            {t('search.sort')}
            <select name="sort" defaultValue={wish.sort ?? 'recent_popular'}>
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {find(`sort.${sort}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('search.mode')}
            <select name="mode" defaultValue={wish.mode ?? ''}>
              <option value="">{t('search.all_modes')}</option>
              {WRITING_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {modeName(mode)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('search.category')}
            <select name="category" defaultValue={wish.category ?? ''}>
              <option value="">{t('search.all_categories')}</option>
              {CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {find(`category.${category}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('search.language')}
            <select name="language" defaultValue={wish.language ?? ''}>
              <option value="">{t('search.all_languages')}</option>
              {LANGUAGES.map((language) => (
                <option key={language} value={language}>
                  {LANGUAGE_NAMES[language]}
                </option>
              ))}
            </select>
          </label>
          <noscript>
            <Button type="submit">{t('common.search')}</Button>
          </noscript>
        </div>
      </details>
    </form>
  );
}
