import { to } from '#core/pages.ts';
import { READING_DAYS } from '#features/reader/model/reading-days.ts';
import type { InteractionKind } from '#features/stories/model/member-work.ts';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Interaction, profileApi } from '../contract.ts';
import { StoryRow } from './story-row.tsx';
import { TabList } from './tab-list.tsx';

/** Stories of others that the member interacted with, and how. */
export function OwnInteractions() {
  const t = useT('account');
  return (
    <TabList
      name="interactions"
      load={(cursor) => call(profileApi.interactions, { cursor })}
      row={(story) => <InteractionRow key={story.id} story={story} />}
      empty={
        <Empty title={t('account.no_interactions')}>
          <p className="soft">{t('account.no_interactions_text', { days: READING_DAYS })}</p>
          <ButtonLink kind="primary" to={to.search()}>
            {t('account.find_to_read')}
          </ButtonLink>
        </Empty>
      }
    />
  );
}

function InteractionRow({ story }: { story: Interaction }) {
  const t = useT('account');
  const names: Record<InteractionKind, string> = {
    vote: t('account.did_vote'),
    translation: t('account.did_translation'),
    application: t('account.did_application'),
    reading: t('account.did_reading'),
  };
  return (
    <StoryRow
      story={story}
      language={story.titleLanguage}
      to={to.story({ storyId: story.id })}
      at={story.at}
      facts={
        <>
          <Link to={to.user({ userSlug: story.creator.slug })}>{story.creator.username}</Link>
          {story.kinds.map((kind) => (
            <span key={kind}>{names[kind]}</span>
          ))}
        </>
      }
      standing={{ name: null, why: null, act: null }}
    />
  );
}
