import type { ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { ModeratorActionsSlot } from '#features/moderation/web/moderator-actions-slot.tsx';
import type { StoryInLanguage } from '../contract-views.ts';
import { type Credited, Credits, creditsOf, ShownInstead, Translators } from './credits.tsx';
import { StoryLanguages } from './text-languages.tsx';

/** What the page of a story shows about its translations, apart from the texts. */
export interface StoryWords extends Pick<StoryInLanguage, 'versions' | 'translators' | 'moreTranslators'> {
  asked: Language;
  shown: Language;
  credits: Credited | null;
}

/** Leaves out the texts, which are in the story already. */
export function storyWords(
  asked: Language,
  { language, versions, translators, moreTranslators, translation }: StoryInLanguage,
): StoryWords {
  return { asked, shown: language, versions, translators, moreTranslators, credits: creditsOf(translation) };
}

/** Renders it for the slots of the page. */
export function storySlots(
  story: { id: string; chapterCount: number },
  { asked, shown, versions, translators, moreTranslators, credits }: StoryWords,
): Record<'languages' | 'notice' | 'translators', ReactNode> {
  const translateAt = to.translateStory({ storyId: story.id });
  return {
    languages: (
      <>
        {credits && <Credits of={credits} editAt={`${translateAt}?lang=${shown}`} />}
        <StoryLanguages
          storyId={story.id}
          versions={versions}
          shown={versions.some(({ language }) => language === asked) ? asked : shown}
          chapterCount={story.chapterCount}
        />
      </>
    ),
    notice: <ShownInstead asked={asked} shown={shown} translateAt={translateAt} />,
    translators: (
      <>
        <Translators storyId={story.id} of={translators} others={moreTranslators} />
        {credits && (
          <ModeratorActionsSlot
            requests={[{ action: 'take_down', targetId: credits.id, owner: credits.translator, language: shown }]}
          />
        )}
      </>
    ),
  };
}
