import { FEED, to } from '#core/pages.ts';
import { MODES } from '#features/modes.ts';
import { type StoryView, storyApi } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { STORY_SLOTS } from '#features/stories/web/story-page.tsx';
import { translationApi } from '#features/translation/contract.ts';
import { translationLanguage } from '#features/translation/web/asked-language.tsx';
import { loadNaming } from '#features/translation/web/load-names.ts';
import { excerpt } from '#web/page/head.ts';
import { load, loadOnce } from '#web/page/load.ts';
import { Slot } from '#web/page/slot.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';
import { type Props, ShownStory } from './shown-story.tsx';

export const story = definePage('story', {
  async load(request) {
    const { translator, params, query, loadSlot } = request;
    const { storyId } = params;
    const order = query.get('order') === 'newest' ? ('newest' as const) : ('first' as const);
    const view = query.get('show');
    const show = view === 'unread' || view === 'open' ? view : undefined;
    const from = query.get('from') ?? undefined;
    const { asked, named } = translationLanguage(request);
    const original = await load(request, storyApi.detail, { storyId });
    const slot = { story: original, isShared: MODES[original.mode].isShared, asked };
    const [inLanguage, body] = await Promise.all([
      loadOnce(request, translationApi.story, { storyId, language: asked }),
      request.modePages[original.mode].loadStory({ page: request, story: original, order, show, from }),
      ...STORY_SLOTS.map((name) => loadSlot(name, slot)),
    ]);
    const naming = await loadNaming(request, original, asked, body.chapterIds);
    const shown: StoryView & Titled = naming.story(original);
    const head = {
      title: shown.title,
      description: excerpt(shown.description),
      keywords: translator.t('meta.keywords'),
      path: to.story({ storyId }),
      image: shown.socialImageUrl,
      type: 'article' as const,
      feeds: [{ title: shown.title, path: `${to.story({ storyId })}${FEED}?t=${asked}` }],
      text: {
        shown: inLanguage.language,
        languages: inLanguage.versions.flatMap(({ language, hasStory }) => (hasStory ? [language] : [])),
      },
    };
    const data: Props = { story: shown, asked, named, order, Body: body.bodyIn(naming) };
    return { head, data };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: ShownStory,
  // The author of a story that isn't public sees its status.
  Missing: (props) => (
    <Slot name="story-missing" props={props}>
      <NotFound />
    </Slot>
  ),
});
