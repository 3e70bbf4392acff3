import { useQueryClient } from '@tanstack/react-query';
import { to } from '#core/pages.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { storyKey, useStoryViewer } from './use-story-viewer.ts';

interface Props {
  storyId: string;
  /** False if the page offers writing elsewhere, for example next to the current turn. */
  withWriting: boolean;
}

/** What the reader can do with the story: continue it, or edit their own work. */
export function StoryActions(props: Props) {
  return (
    <QueryProvider>
      <Acts {...props} />
    </QueryProvider>
  );
}

/**
 * Shows what other members change while the page is open: new chapters, the turn, the round. Each story’s page has this
 * island for its members.
 */
function useFollowedStory(storyId: string): void {
  const client = useQueryClient();
  useLiveTopic(`story:${storyId}`, () =>
    Promise.all([client.invalidateQueries({ queryKey: storyKey(storyId) }), refresh()]),
  );
}

function Acts({ storyId, withWriting }: Props) {
  const t = useT('stories');
  useFollowedStory(storyId);
  const { data } = useStoryViewer(storyId);
  if (!data) return null;
  const { can, writeNext } = data;
  return (
    <>
      {withWriting && writeNext && (
        <ButtonLink to={to.editChapter({ storyId, ...writeNext })} data-grants="write">
          {t('story.write_next')}
        </ButtonLink>
      )}
      {can.setRules && <ButtonLink to={to.editStory({ storyId })}>{t('story.edit')}</ButtonLink>}
      {can.seeStatistics && <ButtonLink to={to.statistics({ storyId })}>{t('story.statistics')}</ButtonLink>}
    </>
  );
}
