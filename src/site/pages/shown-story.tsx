import type { ComponentType } from 'react';
import type { Page } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import type { Participant } from '#features/participation/contract.ts';
import type { StoryBodyProps } from '#features/reader/web/mode-pages.ts';
import type { StoryView } from '#features/stories/contract.ts';
import type { Titled } from '#features/stories/model/title-language.ts';
import type { storyWords } from '#features/translation/web/story-slots.tsx';
import { ContentLanguage } from '#web/ui/link.tsx';
import { StoryFrame } from '../layout/story-frame.tsx';

export interface Props {
  story: StoryView & Titled;
  /** Requested language of the texts, if it isn’t the page’s. */
  named: Language | null;
  words: ReturnType<typeof storyWords>;
  /** Null in stories by one author. */
  people: Page<Participant> | null;
  order: 'first' | 'newest';
  /** The body of the page, by the writing mode. */
  Body: ComponentType<StoryBodyProps>;
}

/** The page of a story. */
export function ShownStory({ named, story, words, people, order, Body }: Props) {
  return (
    <ContentLanguage value={named}>
      <Body
        story={story}
        order={order}
        participantNumbers={people ? new Map(people.items.map(({ id, number }) => [id, number])) : undefined}
        frame={(parts) => <StoryFrame {...parts} story={story} words={words} people={people} order={order} />}
      />
    </ContentLanguage>
  );
}
