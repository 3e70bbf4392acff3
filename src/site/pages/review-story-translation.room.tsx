import { TranslationReview } from '#features/translation/web/review/translation-review.tsx';
import { Logo } from '../layout/brand.tsx';
import type { RoomProps } from '../page.ts';

export default function ReviewStoryTranslationRoom({ title }: RoomProps<'reviewStoryTranslation'>) {
  return <TranslationReview kind="story" title={title} logo={<Logo />} />;
}
