import type { RoomProps } from '../page.ts';
import { TranslatePage } from './translating.tsx';

export default function TranslateStoryRoom({ params: { storyId } }: RoomProps<'translateStory'>) {
  return <TranslatePage storyId={storyId} chapterId={null} />;
}
