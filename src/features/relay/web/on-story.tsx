import type { StoryView } from '#features/stories/contract.ts';
import { Fact } from '#features/stories/web/fact.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { fill } from '#web/page/page-slot.tsx';

export const onStory = [fill('story.facts', { order: 10, Static: TurnFact })];

/** The length of a turn. */
function TurnFact({ story: { turnDays } }: { story: StoryView }) {
  const t = useT('stories');
  return turnDays !== null && <Fact name={t('story.turn_lasts')}>{t('story.days', { count: turnDays })}</Fact>;
}
