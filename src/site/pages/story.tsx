import { to } from '#core/pages.ts';
import { branchApi } from '#features/branch/contract.ts';
import { treeForPage } from '#features/branch/web/tree-for-page.ts';
import { type ChapterEntry, chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { ROUNDS_SHOWN } from '#features/contest/web/round-phase.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { type StoryView, storyApi } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { translationApi } from '#features/translation/contract.ts';
import { translationLanguage } from '#features/translation/web/asked-language.tsx';
import { loadNaming } from '#features/translation/web/load-names.ts';
import { storyWords } from '#features/translation/web/story-slots.tsx';
import { excerpt } from '#web/page/head.ts';
import { load } from '#web/page/load.ts';
import { Slot } from '#web/page/slot.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';
import { type NamedEntry, type Props, ShownStory } from './shown-story.tsx';

const PER_PAGE = 50;
const NOTHING: { items: ChapterEntry[]; next: string | null } = { items: [], next: null };

export const story = definePage('story', {
  async load(request) {
    const { translator, params, query } = request;
    const { storyId } = params;
    const order = query.get('order') === 'newest' ? ('newest' as const) : ('first' as const);
    const from = query.get('from') ?? undefined;
    const { asked, named } = translationLanguage(request);
    const original = await load(request, storyApi.detail, { storyId });
    const isBranch = original.mode === 'branch';
    const isContest = original.mode === 'competition';
    const [inLanguage, listed, tree, people, turn, rounds, standings] = await Promise.all([
      load(request, translationApi.story, { storyId, language: asked }),
      // Chapters in a line are listed page by page, a tree as a whole.
      isBranch ? NOTHING : load(request, chapterApi.list, { storyId, order, cursor: from, limit: PER_PAGE }),
      isBranch ? load(request, branchApi.tree, { storyId }) : null,
      original.mode === 'solo' ? null : load(request, participationApi.participants, { storyId, limit: PER_PAGE }),
      original.mode === 'relay' && original.progress !== 'ended' ? load(request, relayApi.turn, { storyId }) : null,
      isContest ? load(request, contestApi.rounds, { storyId, limit: ROUNDS_SHOWN }) : null,
      isContest ? load(request, contestApi.leaderboard, { storyId }) : null,
    ]);
    const isStart = isBranch || (order === 'first' && from === undefined);
    const first = isStart ? listed.items[0] : (await load(request, chapterApi.list, { storyId, limit: 1 })).items[0];
    const naming = await loadNaming(request, original, asked, tree ? undefined : listed.items.map(({ id }) => id));
    const shown: StoryView & Titled = naming.story(original);
    const head = {
      title: shown.title,
      description: excerpt(shown.description),
      keywords: translator.t('meta.keywords'),
      path: to.story({ storyId }),
      image: shown.socialImageUrl,
      type: 'article' as const,
      feed: { title: shown.title, path: `${to.story({ storyId })}/feed.xml` },
      text: {
        shown: inLanguage.language,
        languages: inLanguage.versions.flatMap(({ language, hasStory }) => (hasStory ? [language] : [])),
      },
    };
    const data: Props = {
      story: shown,
      named,
      words: storyWords(asked, inLanguage),
      chapters: { items: listed.items.map((chapter): NamedEntry => naming.chapter(chapter)), next: listed.next },
      tree: tree && treeForPage({ ...tree, chapters: tree.chapters.map(naming.chapter) }),
      people,
      turn,
      contest: rounds && standings && { rounds: rounds.items, standings },
      order,
      first: first ?? null,
    };
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
