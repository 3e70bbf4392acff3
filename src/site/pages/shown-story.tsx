import type { ComponentType } from 'react';
import type { Language } from '#core/languages.ts';
import type { StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import { StoryPage } from '#features/stories/web/story-page.tsx';
import { ContentLanguage } from '#web/ui/link.tsx';

export interface Props {
  story: StoryView & Titled;
  /** Requested language of the texts. */
  asked: Language;
  /** The same, if it isn’t the page’s language. */
  named: Language | null;
  order: 'first' | 'newest';
  /** The body of the page, by the writing mode. */
  Body: ComponentType<StoryBodyProps>;
}

/** The page of a story. */
export function ShownStory({ story, asked, named, order, Body }: Props) {
  return (
    <ContentLanguage value={named}>
      <Body
        story={story}
        order={order}
        frame={(parts) => <StoryPage {...parts} story={story} asked={asked} order={order} />}
      />
    </ContentLanguage>
  );
}
