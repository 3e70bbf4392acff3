import { to } from '#core/pages.ts';
import { branchApi } from '#features/branch/contract.ts';
import { toColumns } from '#features/branch/model/tree-columns.ts';
import { MODES } from '#features/modes.ts';
import { storyApi } from '#features/stories/contract.ts';
import { translationLanguage } from '#features/translation/web/asked-language.tsx';
import { loadNaming } from '#features/translation/web/load-names.ts';
import { excerpt } from '#web/page/head.ts';
import { load, missing } from '#web/page/load.ts';
import { ReadingLayout } from '../layout/reading.tsx';
import { definePage } from '../page.ts';
import StoryMapView from './story-map.view.tsx';

export const storyMap = definePage('storyMap', {
  async load(request) {
    const { storyId } = request.params;
    const story = await load(request, storyApi.detail, { storyId });
    const { id, language, joinPolicy, progress } = story;
    // Only trees have a map.
    if (MODES[story.mode].shape !== 'tree') throw missing();
    const { asked, named } = translationLanguage(request);
    const [{ chapters, ...tree }, naming] = await Promise.all([
      load(request, branchApi.tree, { storyId }),
      loadNaming(request, story, asked),
    ]);
    const { titleLanguage, title, description } = naming.story(story);
    const head = {
      title: request.translator.t('map.page_title', { title }),
      description: excerpt(description),
      keywords: request.translator.t('meta.keywords'),
      path: to.storyMap({ storyId }),
      image: story.socialImageUrl,
      type: 'article' as const,
    };
    const data = {
      story: { id, title, language, titleLanguage, joinPolicy, progress },
      tree: { ...tree, columns: toColumns(chapters.map(naming.chapter)) },
      named,
    };
    return { head, data };
  },
  layout: () => ReadingLayout,
  script: 'hydrated',
  Content: StoryMapView,
});
