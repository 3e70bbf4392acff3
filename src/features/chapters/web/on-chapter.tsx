import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import { ReportButton } from '#features/moderation/web/report-button.tsx';
import { fill } from '#web/page/page-slot.tsx';
import { hidingOf } from './hiding.ts';

export const onChapter = [
  fill('chapter.care', {
    order: 10,
    // A translation is reported instead of the chapter.
    Static: ({ chapter, author, shows }) =>
      shows === 'original' && (
        <>
          <ReportButton kind="chapter" targetId={chapter.id} ownerId={author.id} />
          <ModeratorActionsSlot requests={[hidingOf(chapter, author)]} />
        </>
      ),
  }),
];
