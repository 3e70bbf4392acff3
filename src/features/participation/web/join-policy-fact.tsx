import type { StoryView } from '#features/stories/contract.ts';
import type { JoinPolicy } from '#features/stories/model/join-policy.ts';
import { Fact } from '#features/stories/web/fact.tsx';
import { useT } from '#web/i18n/i18n.tsx';

/** How others join a story. */
export function JoinPolicyFact({ story: { joinPolicy } }: { story: StoryView }) {
  const t = useT('stories');
  const names: Record<JoinPolicy, string> = {
    open: t('story.joining_open'),
    applications: t('story.joining_applications'),
    invite_only: t('story.joining_invite_only'),
  };
  return <Fact name={t('story.joining')}>{names[joinPolicy]}</Fact>;
}
