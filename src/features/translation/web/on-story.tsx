import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import type { PageContext } from '#web/page/context.ts';
import { loadOnce } from '#web/page/load.ts';
import { fill } from '#web/page/page-slot.tsx';
import { translationApi } from '../contract.ts';
import { Credits, creditsOf, ShownInstead, Translators } from './credits.tsx';
import { StoryLanguages } from './text-languages.tsx';

/** The language that the story is shown in, and who has translated it. */
const loadVersions = (page: PageContext, { story, asked }: { story: { id: string }; asked: Language }) =>
  loadOnce(page, translationApi.story, { storyId: story.id, language: asked });

export const onStory = [
  fill('story.head', {
    order: 10,
    load: loadVersions,
    Static: ({ story, asked, data: { language, versions, translation } }) => {
      const credits = creditsOf(translation);
      return (
        <>
          {credits && <Credits of={credits} editAt={`${to.translateStory({ storyId: story.id })}?lang=${language}`} />}
          <StoryLanguages
            storyId={story.id}
            versions={versions}
            shown={versions.some((version) => version.language === asked) ? asked : language}
            chapterCount={story.chapterCount}
          />
        </>
      );
    },
  }),
  fill('story.notice', {
    order: 10,
    load: loadVersions,
    Static: ({ story, asked, data }) => (
      <ShownInstead asked={asked} shown={data.language} translateAt={to.translateStory({ storyId: story.id })} />
    ),
  }),
  fill('story.side', {
    order: 20,
    load: loadVersions,
    Static: ({ story, data: { language, translators, moreTranslators, translation } }) => (
      <>
        <Translators storyId={story.id} of={translators} others={moreTranslators} />
        {translation && (
          <ModeratorActionsSlot
            requests={[{ action: 'take_down', targetId: translation.id, owner: translation.translator, language }]}
          />
        )}
      </>
    ),
  }),
];
