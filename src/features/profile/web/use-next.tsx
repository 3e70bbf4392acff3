import { to } from '#core/pages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { useModes } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import type { StoryActivity } from '../contract.ts';
import type { StoryNextStep } from './story-row.tsx';

/** Returns what a writer of a published story can do next in it. Null if there is nothing. */
export function useNext(): (story: { id: string } & StoryActivity) => StoryNextStep | null {
  const t = useT('account', 'submission');
  return ({ id, next }) => {
    if (!next) return null;
    const why = next.until && <TimeLeft until={next.until} />;
    switch (next.kind) {
      case 'turn':
        return {
          kind: 'warn',
          name: t('account.your_turn'),
          why,
          act: { label: t('account.write_next'), to: to.editChapter({ storyId: id }) },
        };
      case 'draft':
        return {
          name: t('account.draft_waits'),
          why,
          act: { label: t('account.go_on_writing'), to: to.editChapter({ storyId: id, chapterId: next.chapterId }) },
        };
      case 'entry':
        return {
          kind: 'ok',
          name: t('account.round_writing'),
          why,
          act: { label: t('account.write_entry'), to: to.editSubmission({ storyId: id, roundId: next.roundId! }) },
        };
      case 'vote':
        return {
          kind: 'ok',
          name: t('account.round_voting'),
          why,
          act: { label: t('submission.to_ballot'), to: to.voting({ roundId: next.roundId! }) },
        };
      case 'applications':
        return {
          name: null,
          why,
          act: { label: t('account.applications', { count: next.count }), to: to.messages({ tab: 'pending' }) },
        };
      case 'continue':
        return { name: null, why, act: { label: t('account.write_branch'), to: to.story({ storyId: id }) } };
    }
  };
}

/** Shows the number of participants and the current writer. */
export function CompanyFacts({ story }: { story: { mode: WritingMode } & StoryActivity }) {
  const t = useT('account', 'participation');
  const { mode, participantCount: count, participantLimit: max, writer } = story;
  const { isShared } = useModes()[mode];
  if (!isShared) return null;
  return (
    <>
      <span>{max === null ? t('participation.hands', { count }) : t('account.places', { count, max })}</span>
      {writer && <span>{t('account.writing_now', { name: writer })}</span>}
    </>
  );
}
