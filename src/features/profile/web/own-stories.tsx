import { useInfiniteQuery } from '@tanstack/react-query';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { type OwnStory, storyApi } from '#features/stories/contract.ts';
import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import { ModeLabel } from '#features/stories/web/mode.tsx';
import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { call } from '#web/api/client.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import tabs from '#web/ui/tabs.module.css';
import { Time } from '#web/ui/time.tsx';

const ASK_AGAIN = 4 * SECOND;

/** The stories that the member began, each with its state and the one thing to do next. */
export function OwnStories() {
  const t = useT('account');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['own', 'stories'],
    queryFn: ({ pageParam }) => call(storyApi.listOwn, { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0,
    // The automatic check answers within seconds.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ review }) => review?.state === 'automatic'))
        ? ASK_AGAIN
        : false,
  });
  const stories = data?.pages.flatMap(({ items }) => items);
  return (
    <Section
      title={t('account.stories')}
      tabs={
        // The further lists of the spec come with what they list.
        <div className={tabs.tabs}>
          <span className={tabs.tab} aria-current="true">
            {t('account.created')}
          </span>
        </div>
      }
    >
      <div>
        {isError && !stories && <LoadFailure sentence={t('account.load_failed')} onRetry={() => void refetch()} />}
        {!isError && !stories && <Spinner />}
        {stories?.length === 0 && (
          <Empty title={t('account.no_stories')}>
            <p className="soft">{t('account.no_stories_text')}</p>
            <ButtonLink kind="primary" to="/edit_story?new=1">
              {t('account.begin')}
            </ButtonLink>
          </Empty>
        )}
        {stories && stories.length > 0 && (
          <ul className={classNames(list.rows, styles.rows)}>
            {stories.map((story) => (
              <StoryRow key={story.id} story={story} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('account.load_more')}
          </Button>
        )}
      </div>
    </Section>
  );
}

function StoryRow({ story }: { story: OwnStory }) {
  const t = useT('account');
  const find = useFind();
  const { kind, name, why, act, nameLeadsTo } = useStanding(story);
  return (
    <li className={list.row}>
      <Cover src={story.coverUrl} className={list.cover} />
      <div>
        <p className={list.name} lang={LANGUAGE_TAGS[story.language]}>
          <Link className="quiet" to={nameLeadsTo}>
            {withSoftHyphens(story.title)}
          </Link>
        </p>
        <Meta>
          <ModeLabel mode={story.mode} />
          {story.chapterCount > 0 && <span>{t('common.chapters', { count: story.chapterCount })}</span>}
          {story.progress !== 'ongoing' && <span>{find(`progress.${story.progress}`)}</span>}
        </Meta>
        <p className={styles.state}>
          <Badge kind={kind}>{name}</Badge>
          {why && <span className={styles.why}>{why}</span>}
        </p>
        {act && (
          <p className={styles.do}>
            <Link className={styles.see} to={act.to}>
              {act.label}
              <span className="hide">: {story.title}</span>
            </Link>
          </p>
        )}
      </div>
      <Time at={story.savedAt} kind="relative" className={list.when} />
    </li>
  );
}

interface Standing {
  kind: 'ok' | 'warn' | 'danger' | undefined;
  name: string;
  why: string | null;
  act: { label: string; to: string } | null;
  nameLeadsTo: string;
}

/** What a story is now, why, and the one thing to do next. */
function useStanding(story: OwnStory): Standing {
  const t = useT('account');
  const { status, editStatus, review } = story;
  const page = `/story/${story.id}`;
  const edit = `/edit_story?storyId=${story.id}`;
  const waits = review?.state === 'manual' ? t('account.person_reads') : t('account.check_reads');
  const reason = review?.state === 'rejected' ? review.reason : null;
  switch (status) {
    case 'draft':
      return {
        kind: undefined,
        name: t('account.state_draft'),
        why: t('account.only_you'),
        act: { label: t('account.go_on'), to: edit },
        nameLeadsTo: edit,
      };
    case 'pending':
      return { kind: 'warn', name: t('account.state_pending'), why: waits, act: null, nameLeadsTo: page };
    case 'rejected':
      return {
        kind: 'danger',
        name: t('account.state_rejected'),
        why: reason,
        act: { label: t('account.change'), to: edit },
        nameLeadsTo: edit,
      };
    case 'banned':
      return { kind: 'danger', name: t('account.state_banned'), why: null, act: null, nameLeadsTo: page };
    default:
      break;
  }
  const published = { kind: 'ok' as const, name: t('account.state_published'), nameLeadsTo: page };
  if (editStatus === 'rejected')
    return {
      ...published,
      kind: 'danger',
      name: t('account.state_edit_rejected'),
      why: reason,
      act: { label: t('account.change_edit'), to: edit },
    };
  if (editStatus === 'pending')
    return { ...published, kind: 'warn', name: t('account.state_edit_pending'), why: waits, act: null };
  if (editStatus === 'draft')
    return { ...published, why: t('account.edit_waits'), act: { label: t('account.go_on_edit'), to: edit } };
  const write = `/edit_chapter?storyId=${story.id}`;
  if (story.chapterCount === 0)
    return { ...published, why: t('account.not_listed'), act: { label: t('account.write_first'), to: write } };
  // Where several write, the page of the story says whose turn it is and where one can go on.
  return story.progress === 'ended' || story.mode !== 'solo'
    ? { ...published, why: null, act: { label: t('account.see'), to: page } }
    : { ...published, why: null, act: { label: t('account.write_next'), to: write } };
}
