import type { RoomProps } from '../page.ts';
import { TranslatePage } from './translating.tsx';

export default function TranslateChapterRoom({ params: { storyId, chapterId } }: RoomProps<'translateChapter'>) {
  return <TranslatePage storyId={storyId} chapterId={chapterId} />;
}
