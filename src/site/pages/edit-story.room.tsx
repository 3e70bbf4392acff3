import { Suspense } from 'react';
import { isId } from '#core/ids.ts';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { FirstChapterEditor as FirstChapter } from '#features/chapters/web/first-chapter.tsx';
import { ChooseName } from '#features/profile/web/choose-name.tsx';
import { StoryEditor } from '#features/stories/web/editor/story-editor.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { later } from '#web/ui/later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AroundEditors } from '../around-editors.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import type { RoomProps } from '../page.ts';

const InviteUsers = later(() => import('#features/participation/web/invite-users.tsx').then((m) => m.InviteUsers));

export default function EditStoryRoom({ title }: RoomProps<'editStory'>) {
  const { query } = useAddress();
  const modes = useModes();
  const storyId = query.get('storyId');
  const step = query.get('step');
  const isKnown = storyId === null ? query.has('new') : isId(storyId);
  if (!isKnown) return <NotFound />;
  return (
    <MembersOnly title={title} reason="write">
      <AroundEditors>
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
              {modes[mode].isShared && <InviteUsers storyId={id} title={title} />}
              <ChooseName />
            </Suspense>
          )}
          notFound={<NotFound />}
        />
      </AroundEditors>
    </MembersOnly>
  );
}
