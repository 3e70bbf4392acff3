import { to } from '#core/pages.ts';
import { SPAN_DAYS } from '#features/reader/model/statistics-limits.ts';
import type { OwnStory } from '#features/stories/contract.ts';
import { useModes } from '#features/stories/web/modes.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { type CreatedStory, profileApi } from '../contract.ts';
import { type StoryNextStep, StoryRow } from './story-row.tsx';
import { TabList } from './tab-list.tsx';
import { CompanyFacts, useNext } from './use-next.tsx';

/** The stories that the member created, each with its status and what to do next. */
export function OwnStories() {
  const t = useT('account');
  return (
    <TabList
      name="stories"
      load={(cursor) => call(profileApi.created, { cursor })}
      moves={({ review }) => review?.state === 'automatic'}
      row={(story) => <CreatedRow key={story.id} story={story} />}
      empty={
        <Empty title={t('account.no_stories')}>
          <p className="soft">{t('account.no_stories_text')}</p>
          <ButtonLink kind="primary" to={to.editStory({ new: 1 })}>
            {t('account.begin')}
          </ButtonLink>
        </Empty>
      }
    />
  );
}

function CreatedRow({ story }: { story: CreatedStory }) {
  const t = useT('account');
  const own = useStanding(story);
  const nextIn = useNext();
  // What the story itself needs comes before what to do in it.
  const next = story.status === 'published' && story.editStatus === null ? nextIn(story) : null;
  return (
    <StoryRow
      story={story}
      language={story.language}
      to={own.nameLeadsTo}
      at={story.savedAt}
      facts={
        story.status === 'published' && (
          <>
            <CompanyFacts story={story} />
            <span>{t('account.readers', { count: story.readersInMonth, days: SPAN_DAYS.month })}</span>
            <ButtonLink small to={to.statistics({ storyId: story.id })}>
              {t('account.statistics')}
              <span className="hide">: {story.title}</span>
            </ButtonLink>
          </>
        )
      }
      standing={next ? { ...own, ...next, name: next.name ?? own.name, kind: next.name ? next.kind : own.kind } : own}
    />
  );
}

interface OwnStanding extends StoryNextStep {
  nameLeadsTo: string;
}

/** Returns the status of a story, the reason for it, and what to do next. */
function useStanding(story: OwnStory): OwnStanding {
  const t = useT('account');
  const { isShared } = useModes()[story.mode];
  const { status, editStatus, review } = story;
  const page = to.story({ storyId: story.id });
  const edit = to.editStory({ storyId: story.id });
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
  const write = to.editChapter({ storyId: story.id });
  if (story.chapterCount === 0)
    return { ...published, why: t('account.not_listed'), act: { label: t('account.write_first'), to: write } };
  // In stories with several writers, the story page shows who has the turn and where to continue.
  return story.progress === 'ended' || isShared
    ? { ...published, why: null, act: { label: t('account.see'), to: page } }
    : { ...published, why: null, act: { label: t('account.write_next'), to: write } };
}
