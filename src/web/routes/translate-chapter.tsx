import { apiOf } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { TranslatePage } from '#web/layout/translating.tsx';
import type { Route } from './+types/translate-chapter.ts';

export function loader({ context, params }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const path = `/translate_chapter/${params.storyId}/${params.chapterId}`;
  return { head: { title: translator.t('translate.page_title'), path, noindex: true } };
}

export const meta = pageMeta;

export default function TranslateChapterRoute({ params: { storyId, chapterId } }: Route.ComponentProps) {
  return <TranslatePage storyId={storyId} chapterId={chapterId} />;
}
