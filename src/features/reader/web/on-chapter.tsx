import { ShareButton } from '#features/stories/web/share/share-button.tsx';
import { fill } from '#web/page/page-slot.tsx';

export const onChapter = [
  fill('chapter.bar', {
    order: 90,
    Static: ({ chapter: { id, language, title } }) =>
      title !== null && (
        <ShareButton kind="icon" className="only-wide" shares="share-chapter" of={{ chapterId: id, language }} />
      ),
  }),
];
