import { lazy, type ReactNode, Suspense } from 'react';
import type { Language } from '#core/languages.ts';
import type { StoryInLanguage } from '../contract-views.ts';
import { type Credited, Credits, creditsOf, ShownInstead, Translators } from './credits.tsx';
import { StoryLanguages } from './text-languages.tsx';

const ModeratorActions = lazy(() =>
  import('#features/moderation/web/moderator-actions.tsx').then((m) => ({ default: m.ModeratorActions })),
);

/** What the page of a story says of its translations, beside the words themselves. */
export interface StoryWords extends Pick<StoryInLanguage, 'versions' | 'translators' | 'moreTranslators'> {
  asked: Language;
  shown: Language;
  credits: Credited | null;
}

/** Its texts stand in the story already, so they do not travel here once more. */
export function storyWords(
  asked: Language,
  { language, versions, translators, moreTranslators, translation }: StoryInLanguage,
): StoryWords {
  return { asked, shown: language, versions, translators, moreTranslators, credits: creditsOf(translation) };
}

/** The same in the places that the page has for it. */
export function storySlots(
  story: { id: string; chapterCount: number },
  { asked, shown, versions, translators, moreTranslators, credits }: StoryWords,
  signedIn: boolean,
): Record<'languages' | 'notice' | 'translators', ReactNode> {
  const translateAt = `/translate_story/${story.id}`;
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
        <Suspense>
          {signedIn && credits && (
            <ModeratorActions
              requests={[{ action: 'take_down', targetId: credits.id, owner: credits.translator, language: shown }]}
            />
          )}
        </Suspense>
      </>
    ),
  };
}
