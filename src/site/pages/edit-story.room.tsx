import { isId } from '#core/ids.ts';
import { MembersOnly } from '#features/accounts/web/members-only.tsx';
import { StoryEditor } from '#features/stories/web/editor/story-editor.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { AroundEditors } from '../around-editors.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import type { RoomProps } from '../page.ts';
import { beginsStory } from './begins-story.ts';

export default function EditStoryRoom({ title }: RoomProps<'editStory'>) {
  const { query } = useAddress();
  const storyId = query.get('storyId');
  const step = query.get('step');
  const isKnown = storyId === null ? query.has('new') : isId(storyId);
  if (!isKnown) return <NotFound />;
  return (
    <MembersOnly title={title} reason="write" wish={beginsStory(query)}>
      <AroundEditors>
        <StoryEditor
          address={{
            storyId,
            isNew: query.has('new'),
            step: step === '3' ? 3 : step === '2' ? 2 : 1,
            isSent: query.has('sent'),
          }}
          notFound={<NotFound />}
        />
      </AroundEditors>
    </MembersOnly>
  );
}
