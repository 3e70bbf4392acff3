import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import type { Me } from '#features/accounts/contract.ts';
import { call } from '#web/api/client.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { RoomSlot, useRoomTabs } from '#web/page/room-slot.tsx';
import { Section } from '#web/ui/section.tsx';
import { profileApi } from '../contract.ts';
import { PROFILE_TABS, type ProfileTab } from '../model/profile-lists.ts';
import { CenteredTabs } from './centered-tabs.tsx';
import { OwnChapters } from './own-chapters.tsx';
import { OwnDeleted } from './own-deleted.tsx';
import { OwnInteractions } from './own-interactions.tsx';
import { OwnJoined } from './own-joined.tsx';
import { OwnModeration } from './own-moderation.tsx';
import { OwnStories } from './own-stories.tsx';
import { OwnWaiting } from './own-waiting.tsx';

/** The four lists of spec §2. The URL has the selected one, so that Back returns to the previous list. */
export function OwnTabs({ me }: { me: Me }) {
  const t = useT('account');
  const find = useFind();
  const more = useRoomTabs('profile.tab.');
  const { query } = useAddress();
  const asked = query.get('tab');
  const added = more.find(({ name }) => name === asked);
  const tab = added ? null : (PROFILE_TABS.find((name) => name === asked) ?? 'created');
  const { data: counts } = useQuery({
    queryKey: ['own', 'counts'],
    queryFn: () => call(profileApi.counts, {}),
    staleTime: 0,
  });
  const names: Record<ProfileTab, string> = {
    created: t('account.created'),
    joined: t('account.joined'),
    interactions: t('account.interactions'),
    reviewing: t('account.reviewing'),
  };
  const lists: Record<ProfileTab, ReactNode> = {
    created: <OwnStories />,
    joined: <OwnJoined />,
    interactions: <OwnInteractions />,
    reviewing: <OwnWaiting />,
  };
  // What is shown below a list: the member’s chapters in its stories, and related lists.
  const below: Partial<Record<ProfileTab, ReactNode>> = {
    created: (
      <>
        <OwnChapters within="own" />
        <OwnDeleted />
      </>
    ),
    joined: (
      <>
        <OwnChapters within="others" />
        <RoomSlot name="profile.joined" me={me} />
      </>
    ),
    reviewing: (
      <>
        <RoomSlot name="profile.reviewing" me={me} />
        <OwnModeration me={me} />
      </>
    ),
  };
  return (
    <>
      <Section
        title={t('account.stories')}
        tabs={
          <CenteredTabs
            label={t('account.tabs')}
            tabs={[
              ...PROFILE_TABS.map((name) => ({
                name: names[name],
                to: to.profile({ tab: name === 'created' ? null : name }),
                count: counts?.[name],
                isCurrent: name === tab,
              })),
              ...more.map(({ name, label }) => ({
                name: find(label) ?? name,
                to: to.profile({ tab: name }),
                count: undefined,
                isCurrent: name === added?.name,
              })),
            ]}
          />
        }
      >
        {tab ? lists[tab] : added && <RoomSlot name={added.slot} me={me} />}
      </Section>
      {tab && below[tab]}
    </>
  );
}
