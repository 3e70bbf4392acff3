import { TranslationReview } from '#features/translation/web/review/translation-review.tsx';
import { apiOf } from '#web/api/in-loader.ts';
import { Logo } from '#web/layout/brand.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/review-story-translation.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  return { head: { title: translator.t('review.title'), path: '/review_story_translation', noindex: true } };
}

export const meta = pageMeta;

// What is chosen stands in the address; nothing of it is made on the server.
export const shouldRevalidate = () => false;

export default function ReviewStoryTranslationRoute({ loaderData }: Route.ComponentProps) {
  return <TranslationReview kind="story" title={loaderData.head.title} logo={<Logo />} />;
}
