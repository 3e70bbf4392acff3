import { to } from '#core/pages.ts';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useRelayViewer } from './use-relay.ts';

/** The first action on the page of a story for the member whose turn it is: write the chapter. */
export function WriteTurn({ storyId }: { storyId: string }) {
  return (
    <QueryProvider>
      <Write storyId={storyId} />
    </QueryProvider>
  );
}

function Write({ storyId }: { storyId: string }) {
  const t = useT('relay');
  const { data: viewer } = useRelayViewer(storyId);
  const { data: story } = useStoryViewer(storyId);
  if (!viewer?.isMyTurn || !story?.writeNext) return null;
  return (
    <ButtonLink kind="primary" to={to.editChapter({ storyId, ...story.writeNext })}>
      {t('relay.write')}
    </ButtonLink>
  );
}
