import { TranslationReview } from '#features/translation/web/review/translation-review.tsx';
import { Logo } from '../layout/brand.tsx';
import type { RoomProps } from '../page.ts';

export default function ReviewChapterTranslationRoom({ title }: RoomProps<'reviewChapterTranslation'>) {
  return <TranslationReview kind="chapter" title={title} logo={<Logo />} />;
}
