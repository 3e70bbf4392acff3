import { to } from '#core/pages.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useStoryViewer } from './use-story-viewer.ts';

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

function Acts({ storyId, withWriting }: Props) {
  const t = useT('stories');
  const { data } = useStoryViewer(storyId);
  if (!data) return null;
  const { can, writeNext } = data;
  return (
    <>
      {withWriting && writeNext && (
        <ButtonLink to={to.editChapter({ storyId, ...writeNext })}>{t('story.write_next')}</ButtonLink>
      )}
      {can.setRules && <ButtonLink to={to.editStory({ storyId })}>{t('story.edit')}</ButtonLink>}
      {can.seeStatistics && <ButtonLink to={to.statistics({ storyId })}>{t('story.statistics')}</ButtonLink>}
    </>
  );
}
