import { to } from '#core/pages.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { type JoinedStory, profileApi } from '../contract.ts';
import { StoryRow } from './story-row.tsx';
import { TabList } from './tab-list.tsx';
import { CompanyFacts, useNext } from './use-next.tsx';

/** Stories of others that the member writes in, each with what they can do next. */
export function OwnJoined() {
  const t = useT('account');
  return (
    <TabList
      name="joined"
      load={(cursor) => call(profileApi.joined, { cursor })}
      row={(story) => <JoinedRow key={story.id} story={story} />}
      empty={
        <Empty title={t('account.no_joined')}>
          <p className="soft">{t('account.no_joined_text')}</p>
          <ButtonLink kind="primary" to="/">
            {t('account.find_to_join')}
          </ButtonLink>
        </Empty>
      }
    />
  );
}

function JoinedRow({ story }: { story: JoinedStory }) {
  const t = useT('account');
  const next = useNext();
  const page = to.story({ storyId: story.id });
  const { creator } = story;
  return (
    <StoryRow
      story={story}
      language={story.titleLanguage}
      to={page}
      at={story.joinedAt}
      facts={
        <>
          <Link to={to.user({ userSlug: creator.slug })}>{creator.username}</Link>
          <CompanyFacts story={story} />
        </>
      }
      standing={next(story) ?? { name: null, why: null, act: { label: t('account.see'), to: page } }}
    />
  );
}
