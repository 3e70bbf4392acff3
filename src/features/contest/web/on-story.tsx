import type { StoryView } from '#features/stories/contract.ts';
import { Fact } from '#features/stories/web/fact.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { fill } from '#web/page/page-slot.tsx';

export const onStory = [fill('story.facts', { order: 30, Static: WritersFact })];

/** The minimum number of writers of a round. */
function WritersFact({ story: { contest } }: { story: StoryView }) {
  const t = useT('stories');
  if (!contest) return null;
  return <Fact name={t('story.round_needs')}>{t('story.authors_or_more', { count: contest.minParticipants })}</Fact>;
}
