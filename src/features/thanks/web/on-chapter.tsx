import { fill } from '#web/page/page-slot.tsx';
import { ThanksSlot } from './thanks-slot.tsx';

export const onChapter = [
  fill('chapter.end', {
    order: 10,
    Static: ({ chapter, shows }) => shows !== 'nothing' && chapter.author && <ThanksSlot chapterId={chapter.id} />,
  }),
];
