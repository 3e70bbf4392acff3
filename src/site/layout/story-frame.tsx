import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import type { Page } from '#core/endpoint.ts';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import type { Participant } from '#features/participation/contract.ts';
import { JoinSlot } from '#features/participation/web/join-slot.tsx';
import { ParticipantList } from '#features/participation/web/participant-list.tsx';
import type { StoryView } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { StoryPage } from '#features/stories/web/story-page.tsx';
import { storySlots, type storyWords } from '#features/translation/web/story-slots.tsx';
import { useSignedIn } from '#web/api/use-signed-in.ts';

const StoryActions = lazy(() =>
  import('#features/stories/web/story-actions.tsx').then((m) => ({ default: m.StoryActions })),
);

const ModeratorActions = lazy(() =>
  import('#features/moderation/web/moderator-actions.tsx').then((m) => ({ default: m.ModeratorActions })),
);

const InviteUsers = lazy(() =>
  import('#features/participation/web/invite-users.tsx').then((m) => ({ default: m.InviteUsers })),
);

const LeaveStory = lazy(() =>
  import('#features/participation/web/leave-story.tsx').then((m) => ({ default: m.LeaveStory })),
);

const MembershipNote = lazy(() =>
  import('#features/participation/web/membership-note.tsx').then((m) => ({ default: m.MembershipNote })),
);

const OwnDrafts = lazy(() => import('#features/chapters/web/own-drafts.tsx').then((m) => ({ default: m.OwnDrafts })));

/** What every story's page has, around what hangs on how its chapters follow each other. */
export function StoryFrame({
  story,
  words,
  people,
  order,
  readOn,
  withWriting,
  withJoining = true,
  noteOf,
  ...slots
}: Pick<ComponentProps<typeof StoryPage>, 'order' | 'reading' | 'turn' | 'bar' | 'chapters' | 'ends'> &
  Pick<ComponentProps<typeof ParticipantList>, 'noteOf'> & {
    story: StoryView & Titled;
    words: ReturnType<typeof storyWords>;
    /** Null in a story of one. */
    people: Page<Participant> | null;
    readOn: ReactNode;
    /** False where the page offers writing in another place. */
    withWriting: boolean;
    /** False where it offers joining in another place. */
    withJoining?: boolean;
  }) {
  const signedIn = useSignedIn();
  const isShared = story.mode !== 'solo';
  return (
    <StoryPage
      {...slots}
      story={story}
      order={order}
      {...storySlots(story, words, signedIn)}
      actions={
        <>
          {readOn}
          {isShared && withJoining && <JoinSlot story={story} look="button" />}
          <Suspense>
            {signedIn && <StoryActions storyId={story.id} withWriting={withWriting} />}
            {signedIn && isShared && <InviteUsers storyId={story.id} title={story.title} />}
          </Suspense>
        </>
      }
      notes={
        <Suspense>
          {signedIn && isShared && (
            <>
              <MembershipNote story={story} />
              <OwnDrafts storyId={story.id} />
            </>
          )}
        </Suspense>
      }
      care={
        <>
          <ReportButton kind="story" targetId={story.id} />
          <Suspense>
            {signedIn && (
              <ModeratorActions
                requests={[{ action: 'ban_story', targetId: story.id, owner: story.creator, language: story.language }]}
              />
            )}
          </Suspense>
        </>
      }
      participants={
        people && (
          <ParticipantList
            story={story}
            participants={people.items}
            next={people.next}
            noteOf={noteOf}
            actions={<Suspense>{signedIn && <LeaveStory story={story} />}</Suspense>}
          />
        )
      }
    />
  );
}
