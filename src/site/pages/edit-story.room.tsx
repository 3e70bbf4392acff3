import { lazy, Suspense } from 'react';
import { isId } from '#core/ids.ts';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import type { RoomProps } from '../page.ts';

const StoryEditor = lazy(() =>
  import('#features/stories/web/editor/story-editor.tsx').then((m) => ({ default: m.StoryEditor })),
);
const FirstChapter = lazy(() =>
  import('#features/chapters/web/first-chapter.tsx').then((m) => ({ default: m.FirstChapterEditor })),
);

const ChooseName = lazy(() => import('#features/profile/web/choose-name.tsx').then((m) => ({ default: m.ChooseName })));
const InviteUsers = lazy(() =>
  import('#features/participation/web/invite-users.tsx').then((m) => ({ default: m.InviteUsers })),
);

export default function EditStoryRoom({ title }: RoomProps<'editStory'>) {
  const { query } = useAddress();
  const storyId = query.get('storyId');
  const step = query.get('step');
  const isKnown = storyId === null ? query.has('new') : isId(storyId);
  if (!isKnown) return <NotFound />;
  return (
    <MembersOnly title={title} reason="write">
      <StoryEditor
        address={{
          storyId,
          isNew: query.has('new'),
          step: step === '3' ? 3 : step === '2' ? 2 : 1,
          isSent: query.has('sent'),
        }}
        firstChapter={(id, tell) => (
          <Suspense fallback={<Spinner />}>
            <FirstChapter storyId={id} tell={tell} />
          </Suspense>
        )}
        invite={({ id, title, mode }) => (
          <Suspense>
            {mode !== 'solo' && <InviteUsers storyId={id} title={title} />}
            <ChooseName />
          </Suspense>
        )}
        notFound={<NotFound />}
      />
    </MembersOnly>
  );
}
