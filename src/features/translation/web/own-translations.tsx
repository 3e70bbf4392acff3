import { useInfiniteQuery } from '@tanstack/react-query';
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
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
import { TRANSLATION_KINDS, type TranslationKind } from '../model/translation-status.ts';

/** What a member translates and has not published yet (spec §2), of stories and of chapters; each part while there is any. */
export function OwnTranslations() {
  return (
    <QueryProvider>
      {TRANSLATION_KINDS.map((kind) => (
        <Translations key={kind} kind={kind} />
      ))}
    </QueryProvider>
  );
}

function Translations({ kind }: { kind: TranslationKind }) {
  const t = useT('review', 'account');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', 'translations', kind],
    queryFn: ({ pageParam }) => call(translationApi.listOwn, { kind, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
  });
  const translations = data?.pages.flatMap(({ items }) => items) ?? [];
  const title = t(kind === 'story' ? 'review.own_stories' : 'review.own_chapters');
  if (isError && !data)
    return (
      <Section title={title}>
        <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />
      </Section>
    );
  if (translations.length === 0) return null;
  return (
    <Section title={title}>
      <div>
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
      </div>
    </Section>
  );
}

const STATES: Partial<
  Record<OwnTranslation['status'], { badge?: 'warn' | 'danger'; name: PlainKey; act: PlainKey | null }>
> = {
  saved: { name: 'review.status_saved', act: 'review.act_go_on' },
  submitted: { badge: 'warn', name: 'review.status_submitted', act: null },
  under_review: { badge: 'warn', name: 'review.status_under_review', act: null },
  rejected: { badge: 'danger', name: 'review.status_rejected', act: 'review.act_mend' },
};

function TranslationRow({ translation }: { translation: OwnTranslation }) {
  const t = useT('review');
  const { number, title, sourceLanguage, language, status, staleCount, reason } = translation;
  const state = STATES[status];
  const desk = deskAddress(translation);
  return (
    <li className={classNames(list.row, list.slim, styles.piece)}>
      <div>
        <p className={list.name} lang={LANGUAGE_TAGS[sourceLanguage]}>
          <Link className="quiet" to={desk}>
            {number === null ? title : t('common.numbered_title', { number, title })}
          </Link>
        </p>
        <Meta>
          {translation.kind === 'chapter' && <span lang={LANGUAGE_TAGS[sourceLanguage]}>{translation.storyTitle}</span>}
          <span>{t('review.way', { from: LANGUAGE_NAMES[sourceLanguage], to: LANGUAGE_NAMES[language] })}</span>
          <span>{t('review.own_progress', { done: translation.done, total: translation.total })}</span>
          {staleCount > 0 && <span>{t('review.own_stale', { count: staleCount })}</span>}
        </Meta>
        {state && (
          <p className={styles.state}>
            <Badge kind={state.badge}>{t(state.name)}</Badge>
            {status === 'rejected' && reason && <span className={styles.why}>{reason}</span>}
          </p>
        )}
        {state?.act && (
          <p className={styles.do}>
            <Link className={styles.see} to={desk}>
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

function deskAddress({ storyId, chapterId, language }: OwnTranslation): string {
  const source = chapterId ? `/translate_chapter/${storyId}/${chapterId}` : `/translate_story/${storyId}`;
  return `${source}?lang=${language}`;
}
