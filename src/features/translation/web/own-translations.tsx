import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#core/endpoint.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { toText, toTranslating } from '#core/pages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Time } from '#web/ui/time.tsx';
import { translationApi } from '../contract.ts';
import type { OwnTranslation } from '../contract-views.ts';
import { TRANSLATION_KINDS } from '../model/translation-status.ts';

/**
 * A member’s open translations (spec §2) of stories and of chapters, and then their published ones. Empty parts are
 * left out.
 */
export function OwnTranslations() {
  const t = useT('review');
  return (
    <QueryProvider>
      {TRANSLATION_KINDS.map((kind) => (
        <OwnList
          key={kind}
          name={kind}
          title={t(kind === 'story' ? 'review.own_stories' : 'review.own_chapters')}
          load={(cursor) => call(translationApi.listOwn, { kind, cursor })}
        />
      ))}
      <OwnList
        name="published"
        title={t('review.published')}
        load={(cursor) => call(translationApi.listOwnPublished, { cursor, limit: PUBLISHED_AT_ONCE })}
        around={(rows, translations, isMore) => (
          <Folded translations={translations} isMore={isMore}>
            {rows}
          </Folded>
        )}
      />
    </QueryProvider>
  );
}

/** The largest page that can be requested, because the published ones are counted from what is loaded. */
const PUBLISHED_AT_ONCE = 50;

function OwnList({
  name,
  title,
  load,
  around = (rows) => <div>{rows}</div>,
}: {
  name: string;
  title: string;
  load: (cursor: string | undefined) => Promise<Page<OwnTranslation>>;
  around?: (rows: ReactNode, translations: readonly OwnTranslation[], isMore: boolean) => ReactNode;
}) {
  const t = useT('account');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', 'translations', name],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  });
  const translations = data?.pages.flatMap(({ items }) => items) ?? [];
  if (isError && !data)
    return (
      <Section title={title}>
        <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />
      </Section>
    );
  if (translations.length === 0) return null;
  const rows = (
    <>
      <ul className={classNames(list.rows, styles.rows)}>
        {translations.map((translation) => (
          <TranslationRow key={translation.id} translation={translation} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.view_more')}
        </Button>
      )}
    </>
  );
  return <Section title={title}>{around(rows, translations, hasNextPage)}</Section>;
}

/** Published translations need no action, except if they are out of date. The summary says so. */
function Folded({
  translations,
  isMore,
  children,
}: {
  translations: readonly OwnTranslation[];
  isMore: boolean;
  children: ReactNode;
}) {
  const t = useT('review');
  const stale = translations.filter(({ staleCount }) => staleCount > 0).length;
  return (
    <details className={editorPage.quietMore}>
      <summary>
        <b>{t('review.published_count', { count: translations.length, more: isMore ? 'yes' : 'no' })}</b>
        {stale > 0 && <Badge kind="warn">{t('review.published_stale', { count: stale })}</Badge>}
      </summary>
      {children}
    </details>
  );
}

interface RowState {
  badge?: 'warn' | 'danger';
  name: PlainKey;
  act: PlainKey | null;
}

const STATES: Partial<Record<OwnTranslation['status'], RowState>> = {
  saved: { name: 'review.status_saved', act: 'review.act_go_on' },
  submitted: { badge: 'warn', name: 'review.status_submitted', act: null },
  under_review: { badge: 'warn', name: 'review.status_under_review', act: null },
  rejected: { badge: 'danger', name: 'review.status_rejected', act: 'review.act_mend' },
};
const FROM_EARLIER: RowState = { badge: 'warn', name: 'translations.stale', act: 'review.act_update' };

function TranslationRow({ translation }: { translation: OwnTranslation }) {
  const t = useT('review', 'translations');
  const nameOf = useLanguageName();
  const { number, title, sourceLanguage, language, status, staleCount, reason } = translation;
  const isPublished = status === 'approved';
  const isStale = staleCount > 0;
  const state = isPublished && isStale ? FROM_EARLIER : STATES[status];
  const address = isPublished && !isStale ? pageAddress(translation) : translationEditorPath(translation);
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name} lang={LANGUAGE_TAGS[sourceLanguage]}>
          <Link className="quiet" to={address}>
            {number === null ? title : t('common.numbered_title', { number, title })}
          </Link>
        </p>
        <Meta>
          {translation.kind === 'chapter' && <span lang={LANGUAGE_TAGS[sourceLanguage]}>{translation.storyTitle}</span>}
          <span>{t('review.way', { from: nameOf(sourceLanguage), to: nameOf(language) })}</span>
          {!isPublished && (
            <span>{t('review.own_progress', { done: translation.done, total: translation.total })}</span>
          )}
          {isStale && <span>{t('review.own_stale', { count: staleCount })}</span>}
        </Meta>
        {state && (
          <p className={styles.state}>
            <Badge kind={state.badge}>{t(state.name)}</Badge>
            {status === 'rejected' && reason && <span className={styles.why}>{reason}</span>}
          </p>
        )}
        {state?.act && (
          <p className={styles.do}>
            <Link className={styles.see} to={address}>
              {t(state.act)}
              <span className="hide">: {title}</span>
            </Link>
          </p>
        )}
      </div>
      <Time at={translation.submittedAt ?? translation.savedAt} kind="relative" className={list.when} />
    </li>
  );
}

function pageAddress({ storyId, chapterId, language }: OwnTranslation): string {
  return toText({ storyId, chapterId }, { lang: language });
}

function translationEditorPath({ storyId, chapterId, language }: OwnTranslation): string {
  return toTranslating({ storyId, chapterId }, { lang: language });
}
